interface OutsideEvent {
  readonly detail: { readonly originalEvent: Event };
  preventDefault(): void;
}

/** For `onInteractOutside` of a dialog or drawer: what is done with a message does not close it. */
export function stayOpenForToasts(event: OutsideEvent): void {
  const { target } = event.detail.originalEvent;
  if (target instanceof Element && target.closest('[data-toasts]')) event.preventDefault();
}

/**
 * For `onEscapeKeyDown` of a drawer. In a text of lines, Escape belongs first to a list that hangs from
 * it, then leads out of the text; only the next one closes what is around it.
 */
export function stayOpenForWriting(event: KeyboardEvent): void {
  const { target } = event;
  if (!(target instanceof HTMLTextAreaElement)) return;
  event.preventDefault();
  if (target.hasAttribute('aria-controls')) return;
  target.closest<HTMLElement>('[role="dialog"]')?.focus();
}
