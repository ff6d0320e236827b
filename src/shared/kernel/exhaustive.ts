/** Ends a switch over a union: a new member becomes a type error here, not a silent default. */
export function exhaustive(value: never): never {
  throw new Error(`Unhandled case: ${JSON.stringify(value)}`);
}
