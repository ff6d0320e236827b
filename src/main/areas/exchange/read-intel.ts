/** A file of intelligence, known by what is in it. */
import type { ReadIntel } from '../../../shared/areas/exchange/intel.types.ts';
import { isJson } from '../../../shared/areas/exchange/json.ts';
import { mispEventsOf, readMispEvents } from '../../../shared/areas/exchange/misp/read-events.ts';
import { readStixBundle } from '../../../shared/areas/exchange/stix/read-bundle.ts';
import { AppError } from '../../../shared/contract/errors.ts';

const UNKNOWN =
  'This is none of the files that are read here: a STIX 2.1 bundle, a MISP event, an OpenIOC file or a Watchfloor package. Lists and CSVs of indicators are imported under Forensics, Indicators.';

/** @throws AppError 'bad-input' with a sentence. */
export async function readIntel(text: string): Promise<ReadIntel> {
  const read = await readByContent(text.replace(/^\uFEFF/, ''));
  if (typeof read === 'string') throw new AppError('bad-input', read);
  return read;
}

async function readByContent(text: string): Promise<ReadIntel | string> {
  if (/^\s*</.test(text)) return (await import('./openioc.ts')).readOpenIoc(text);
  if (!/^\s*[{[]/.test(text)) return UNKNOWN;
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return 'This file begins like JSON but is none.';
  }
  const one = Array.isArray(parsed) && parsed.length === 1 ? parsed[0] : parsed;
  if (isJson(one) && one.type === 'bundle') return readStixBundle(one);
  const events = mispEventsOf(parsed);
  if (events) return readMispEvents(events);
  return UNKNOWN;
}
