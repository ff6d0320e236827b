import type { EventEmitter } from 'node:events';

/** Emits an event that listeners may prevent; true where one did. */
export function emitPreventable(
  emitter: EventEmitter,
  name: string,
  fields: Readonly<Record<string, unknown>> = {},
  ...rest: unknown[]
): boolean {
  let isPrevented = false;
  const event = {
    ...fields,
    preventDefault() {
      isPrevented = true;
    },
  };
  emitter.emit(name, event, ...rest);
  return isPrevented;
}
