/** Which indicators a sweep looks for: chosen ones, those of a filter, or those of a pasted text. */
import {
  type FindPorts,
  findIndicators,
  indicatorOf,
} from '../../../../shared/areas/forensics/indicators/find.ts';
import type { SweepSet } from '../../../../shared/areas/forensics/indicators/indicator-work.contract.ts';
import {
  NEEDLE_LIMITS,
  type Needle,
} from '../../../../shared/areas/forensics/indicators/sweep/needles.ts';
import { AppError } from '../../../../shared/contract/errors.ts';
import type { Database } from '../../../db/database.ts';
import type { IndicatorRow } from '../investigations.store.ts';
import { listIndicatorRows, placeOfRow, rowsById } from './indicator-list.store.ts';
import { existingValues } from './indicators.store.ts';
import type { Goodness } from './warninglists.store.ts';

export interface SoughtIndicator extends Needle {
  /** Null where it is no indicator of the workspace. */
  readonly id: string | null;
}

export interface NeedlePorts {
  readonly ports: FindPorts;
  readonly goodness: Goodness;
}

const BATCH = 2_000;

/** Every value once; of several with one value, the newest. */
export async function readNeedles(
  db: Database,
  now: number,
  { set, withKnownGood }: { readonly set: SweepSet; readonly withKnownGood: boolean },
  { ports, goodness }: NeedlePorts,
): Promise<{ needles: SoughtIndicator[]; leftOut: number }> {
  const given = set.type === 'text' ? pasted(db, set.text, ports) : keptOnes(db, set, now);
  const needles = new Map<string, SoughtIndicator>();
  let leftOut = 0;
  db.read('indicators.sweepGoodness', (reader) => {
    for (const one of given) {
      const key = `${one.type}\n${one.value}`;
      if (needles.has(key)) continue;
      if (!withKnownGood && goodness(reader, one)) leftOut++;
      else needles.set(key, one);
      if (needles.size > NEEDLE_LIMITS.most)
        throw new AppError('too-large', 'A sweep looks for at most 200,000 indicators.');
    }
  });
  return { needles: [...needles.values()], leftOut };
}

const sought = ({ id, type, value }: IndicatorRow): SoughtIndicator => ({ id, type, value });

function keptOnes(
  db: Database,
  set: Exclude<SweepSet, { type: 'text' }>,
  now: number,
): SoughtIndicator[] {
  if (set.type === 'chosen')
    return db.read('indicators.sweepSet', (reader) => rowsById(reader, set.ids)).map(sought);
  const all: SoughtIndicator[] = [];
  for (let after: ReturnType<typeof placeOfRow> | null = null; ; ) {
    const request = { filter: set.filter, order: 'newest', after, limit: BATCH, now } as const;
    const rows = db.read('indicators.sweepSet', (reader) => listIndicatorRows(reader, request));
    all.push(...rows.map(sought));
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return all;
    after = placeOfRow(last, 'newest');
  }
}

/** A line that is one indicator is that; what stands in sentences is found. */
function pasted(db: Database, text: string, ports: FindPorts): SoughtIndicator[] {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const alone = lines.map((line) => indicatorOf(line, ports));
  const rest = lines.filter((_, at) => alone[at] === null).join('\n');
  const found = [...alone.flatMap((one) => one ?? []), ...findIndicators(rest, ports)];
  const ids = db.read('indicators.sweepSet', (reader) =>
    existingValues(reader, [...new Set(found.map(({ value }) => value))]),
  );
  return found.map(({ type, value }) => ({
    id: ids.get(`${type}\n${value}`) ?? null,
    type,
    value,
  }));
}
