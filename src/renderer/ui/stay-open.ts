interface OutsideEvent {
  readonly detail: { readonly originalEvent: Event };
  preventDefault(): void;
}

/** For `onInteractOutside` of a dialog or drawer: what is done with a message does not close it. */
export function stayOpenForToasts(event: OutsideEvent): void {
  const { target } = event.detail.originalEvent;
  if (target instanceof Element && target.closest('[data-toasts]')) event.preventDefault();
}
