/** What a key press belongs to, before it can be a shortcut. */
export interface KeyPlace {
  /** Focus is in a field that takes text or moves by keys. */
  readonly inField: boolean;
  /** Focus is on something that Enter itself activates (a button, a link). */
  readonly onControl: boolean;
  /** Focus is in a dialog. */
  readonly inDialog: boolean;
  /** A dialog, menu or list is open: it has the keyboard. */
  readonly inLayer: boolean;
}

const FIELDS =
  'input:not([type="checkbox"]), textarea, select, [contenteditable], [role="combobox"]';
const CONTROLS = 'button, a, input, summary';
/** The drawer shows what the screen is about, and lets the screen's keys through. */
const DIALOGS = '[role="dialog"]:not([data-keys-through]), [role="alertdialog"]';
const LISTS = '[role="menu"], [role="listbox"]';
/** Panels that hang from a button leave the page usable beside them. */
const HANGING = '[data-radix-popper-content-wrapper]';

export function keyPlaceOf(event: KeyboardEvent): KeyPlace {
  const target = event.target instanceof Element ? event.target : null;
  return {
    inField: target?.closest(FIELDS) != null,
    onControl: target?.closest(CONTROLS) != null,
    inDialog: target?.closest(DIALOGS) != null,
    inLayer: document.querySelector(`${DIALOGS}, ${LISTS}`) !== null,
  };
}

/** A dialog that must be answered before anything else. */
export function isDialogOpen(): boolean {
  return [...document.querySelectorAll(DIALOGS)].some((dialog) => !dialog.closest(HANGING));
}
