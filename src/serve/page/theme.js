// Before anything is painted: a page that was switched to light or dark, or to another language, must not flash.
{
  const root = document.documentElement;
  root.dataset.theme = localStorage.getItem('bactrian.theme') ?? 'auto';
  const wanted = [localStorage.getItem('bactrian.language'), ...navigator.languages].map((tag) => tag?.split('-')[0]);
  root.lang = wanted.find((language) => ['en', 'de', 'es'].includes(language)) ?? 'en';
}
