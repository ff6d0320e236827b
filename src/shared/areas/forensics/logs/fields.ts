/** Fields of an event in the making. Nothing is inherited, whatever a name is: `__proto__` is one as any. */

export type MutableFields = Record<string, string | string[]>;

/**
 * Its instances inherit from an object that is empty and inherits from none; unlike `Object.create(null)`
 * they are laid out as ordinary objects, which is several times as fast.
 */
function Fields(this: MutableFields): void {}
Fields.prototype = Object.freeze(Object.create(null));

const Made = Fields as unknown as new () => MutableFields;

export function createFields(): MutableFields {
  return new Made();
}

/** Values of a name that repeats become a list. */
export function putField(fields: MutableFields, name: string, value: string): void {
  const known = fields[name];
  if (known === undefined) fields[name] = value;
  else if (typeof known === 'string') fields[name] = [known, value];
  else known.push(value);
}

/** The first value; '' where there is none. */
export function firstField(
  fields: Readonly<Record<string, string | readonly string[]>>,
  name: string,
): string {
  const value = fields[name];
  if (value === undefined) return '';
  return typeof value === 'string' ? value : (value[0] ?? '');
}

/** The first of the names that has a value that says something; null where none has. */
export function firstOf(
  fields: Readonly<Record<string, string | readonly string[]>>,
  names: readonly string[],
): string | null {
  for (const name of names) {
    const value = firstField(fields, name);
    if (value !== '' && value !== '-') return value;
  }
  return null;
}
