/** Indicators found in texts, as a person is shown them before any is added. */
import {
  type FindPorts,
  findIndicators,
} from '../../../../shared/areas/forensics/indicators/find.ts';
import type {
  ExtractedIndicator,
  Extraction,
} from '../../../../shared/areas/forensics/indicators/indicators.contract.ts';
import type { ReadDb } from '../../../db/database.ts';
import { existingValues } from './indicators.store.ts';
import type { Goodness } from './warninglists.store.ts';

export interface NamedText {
  /** A field, a page; what stands before the place. */
  readonly name: string;
  readonly text: string;
}

/** Found in texts, without what the workspace knows. */
export interface FoundSet {
  readonly found: readonly Omit<ExtractedIndicator, 'knownGood' | 'existing'>[];
  readonly read: number;
  readonly notes: readonly string[];
}

const SHOWN = 5_000;
const AROUND = 40;

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

export function findInTexts(
  texts: readonly NamedText[],
  ports: FindPorts,
  notes: readonly string[] = [],
): FoundSet {
  const found = new Map<
    string,
    { -readonly [K in keyof FoundSet['found'][number]]: FoundSet['found'][number][K] }
  >();
  let read = 0;
  let more = 0;
  for (const { name, text } of texts) {
    read += text.length;
    for (const { type, value, start, end } of findIndicators(text, ports)) {
      const key = `${type}\n${value}`;
      const known = found.get(key);
      if (known) known.times++;
      else if (found.size >= SHOWN) more++;
      else {
        const excerpt = oneLine(text.slice(Math.max(0, start - AROUND), end + AROUND)).slice(
          0,
          400,
        );
        found.set(key, { type, value, start, end, excerpt, times: 1, where: name });
      }
    }
  }
  const tooMany = more > 0 ? [`Only the first ${SHOWN.toLocaleString('en')} values are shown`] : [];
  return { found: [...found.values()], read, notes: [...notes, ...tooMany] };
}

/** With why a value is good, and which are there already. */
export function withKnowledge(reader: ReadDb, goodness: Goodness, set: FoundSet): Extraction {
  const existing = existingValues(
    reader,
    set.found.map(({ value }) => value),
  );
  return {
    ...{ read: set.read, notes: [...set.notes] },
    found: set.found.map((one) => ({
      ...one,
      knownGood: goodness(reader, one),
      existing: existing.get(`${one.type}\n${one.value}`) ?? null,
    })),
  };
}
