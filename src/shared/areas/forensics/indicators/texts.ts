/** The texts of a record: each with the name of its field, so that what is found can be shown in place. */
export interface NamedText {
  readonly field: string;
  readonly text: string;
}

const STRINGS_MAX = 2_000;
const DEPTH_MAX = 16;

/** JSON is read by its fields; whatever else is one text. */
export function textsOfRecord(text: string): NamedText[] {
  if (!/^\s*[{[]/.test(text)) return [{ field: 'raw', text }];
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return [{ field: 'raw', text }];
  }
  const found: NamedText[] = [];
  walk(parsed, 'raw', 0, found);
  return found;
}

function walk(value: unknown, field: string, depth: number, found: NamedText[]): void {
  if (found.length >= STRINGS_MAX || depth > DEPTH_MAX) return;
  if (typeof value === 'string') {
    if (value.length > 3) found.push({ field: field.slice(0, 200), text: value });
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) walk(item, `${field}[${index}]`, depth + 1, found);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, item] of Object.entries(value))
      walk(item, `${field}.${name}`, depth + 1, found);
  }
}
