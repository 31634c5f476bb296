// Before anything is painted: a page that was switched to light or dark must not flash.
document.documentElement.dataset.theme = localStorage.getItem('bactrian.theme') ?? 'auto';
