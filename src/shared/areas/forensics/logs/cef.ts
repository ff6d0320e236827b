/**
 * The two forms in which security products send events: CEF, which is read here (ArcSight, 'Common Event
 * Format', rev. 25), and LEEF (leef.ts).
 */
import { createFields, firstOf, type MutableFields, putField } from './fields.ts';
import { readLeef } from './leef.ts';
import { LOG_LIMITS } from './line-format.types.ts';
import { header, type ProductEvent, unescaped, whatOf } from './product-event.ts';

const START = /\b(?:CEF:\s?\d|LEEF:\s?[12](?:\.0)?)\|/;
const CEF_KEY = /(?:^|\s)([A-Za-z_][\w.[\]-]{0,127})=/g;

/** Null where the text holds neither. */
export function readProductEvent(text: string): ProductEvent | null {
  const start = START.exec(text);
  if (!start) return null;
  const body = text.slice(start.index);
  return body.startsWith('CEF') ? readCef(body) : readLeef(body);
}

function readCef(text: string): ProductEvent | null {
  const { parts, rest } = header(text, 7);
  if (parts.length < 7) return null;
  const [
    version = '',
    vendor = '',
    product = '',
    productVersion = '',
    id = '',
    name = '',
    severity = '',
  ] = parts;
  const fields = createFields();
  Object.assign(fields, {
    cefVersion: version.slice(4).trim(),
    deviceVendor: vendor,
    deviceProduct: product,
    deviceVersion: productVersion,
    deviceEventClassId: id,
    name,
    severity,
  });
  putExtension(fields, rest);
  return {
    form: 'cef',
    fields,
    time: firstOf(fields, ['rt', 'end', 'start', 'deviceCustomDate1']) ?? '',
    what: whatOf(fields, `${vendor} ${product}`, id, name),
  };
}

/** A value goes up to the next key; `\=`, `\\`, `\n` and `\r` stand for the signs. */
function putExtension(fields: MutableFields, text: string): void {
  const keys: { name: string; from: number; at: number }[] = [];
  for (const found of text.matchAll(CEF_KEY)) {
    const { 0: whole, 1: name = '', index } = found;
    keys.push({ name, from: index, at: index + whole.length });
    if (keys.length >= LOG_LIMITS.fields) break;
  }
  for (const [index, { name, at }] of keys.entries()) {
    const end = keys[index + 1]?.from ?? text.length;
    putField(fields, name, unescaped(text.slice(at, end)).trim());
  }
  // Custom fields are named by a label of their own: cs1=x cs1Label=Rule.
  for (const { name } of keys) {
    const label = name.endsWith('Label') ? fields[name] : undefined;
    const value = label === undefined ? undefined : fields[name.slice(0, -5)];
    if (
      typeof label === 'string' &&
      label !== '' &&
      value !== undefined &&
      fields[label] === undefined
    ) {
      fields[label] = value;
    }
  }
}
