/** The keys of the page. They leave text fields, lists and dialogs alone. */

const FIELDS = 'input, textarea, select, [contenteditable], dialog';

/** Elements that use the space bar themselves, if the keyboard brought the focus there. */
const PRESSABLE = 'button, a, summary, [role=tab]';

/**
 * @param {object} actions by the name of the key, in lower case
 */
export function listen(actions) {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest?.(FIELDS) || document.querySelector('dialog[open]')) return;
    const key = event.key.toLowerCase();
    const action = Object.hasOwn(actions, key) ? actions[key] : null;
    if (!action || taken(event.target, key)) return;
    event.preventDefault();
    action();
  });
}

function taken(target, key) {
  if (key === ' ') return Boolean(target.closest?.(PRESSABLE)?.matches(':focus-visible'));
  if (/^arrow|home|end/.test(key)) return Boolean(target.closest?.('[role=tab], #panel-rules, #panel-help'));
  return false;
}
