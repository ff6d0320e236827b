/** Work that is done a step at a time, so that others may be answered between two. */

/** Undefined where it no longer held. */
export function* asLongAs<T>(
  holds: () => boolean,
  steps: Generator<void, T>,
): Generator<void, T | undefined> {
  while (holds()) {
    const { done, value } = steps.next();
    if (done) return value;
    yield;
  }
  return undefined;
}

/** All steps at once. */
export function drain<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
