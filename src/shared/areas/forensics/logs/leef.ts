/** LEEF 1.0 and 2.0 (IBM, 'Log Event Extended Format'): pairs set apart by a tab, or by a sign 2.0 names. */
import { createFields, firstOf, putField } from './fields.ts';
import { LOG_LIMITS } from './line-format.types.ts';
import { header, type ProductEvent, unescaped, whatOf } from './product-event.ts';

export function readLeef(text: string): ProductEvent | null {
  const isTwo = /^LEEF:\s?2/.test(text);
  const { parts, rest } = header(text, isTwo ? 6 : 5);
  if (parts.length < 5) return null;
  const [version = '', vendor = '', product = '', productVersion = '', id = '', mark] = parts;
  const fields = createFields();
  Object.assign(fields, {
    leefVersion: version.slice(5).trim(),
    deviceVendor: vendor,
    deviceProduct: product,
    deviceVersion: productVersion,
    eventId: id,
  });
  const delimiter = isTwo ? delimiterOf(mark ?? '') : '\t';
  for (const part of rest.split(delimiter).slice(0, LOG_LIMITS.fields)) {
    const equals = part.indexOf('=');
    if (equals > 0)
      putField(fields, part.slice(0, equals).trim(), unescaped(part.slice(equals + 1)));
  }
  return {
    form: 'leef',
    fields,
    time: firstOf(fields, ['devTime']) ?? '',
    what: whatOf(
      fields,
      `${vendor} ${product}`,
      id,
      firstOf(fields, ['msg', 'eventName', 'name', 'cat']) ?? id,
    ),
  };
}

/** The character itself, or its number: `x09`, `0x5E`. */
function delimiterOf(text: string): string {
  const number = /^(?:0?x)([0-9a-fA-F]{1,4})$/.exec(text)?.[1];
  if (number !== undefined) return String.fromCharCode(Number.parseInt(number, 16));
  return text === '' ? '\t' : text.slice(0, 1);
}
