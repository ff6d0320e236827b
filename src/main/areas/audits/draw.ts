/** Draws a sample on one state of the database: count, hash, items and reconciliation belong together. */
import { createHash } from 'node:crypto';
import { periodOf } from '../../../shared/areas/audits/audits.rules.ts';
import type { NewSample, Reconciliation } from '../../../shared/areas/audits/samples.contract.ts';
import {
  drawOrdinals,
  SAMPLE_METHOD,
  SAMPLE_SIZE_MAX,
  sampleSizeFor,
} from '../../../shared/areas/audits/sampling.rules.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { Database, ReadDb } from '../../db/database.ts';
import { auditSamplesTable, type SampleItem } from '../../db/tables/audit-work.table.ts';
import type { WriteTx } from '../../db/write-door.ts';
import type { NewId } from '../../platform/ids.ts';
import { mustBeOpenAudit } from './audits.service.ts';
import { freeze, onOneSnapshot, type Wanted } from './population.store.ts';
import { reconcile } from './reconciliation.store.ts';
import { findSample, nextSampleNumber } from './samples.store.ts';

const sha256Hex = (text: string): string => createHash('sha256').update(text).digest('hex');

export interface DrawInput {
  readonly auditId: string;
  readonly seed: string;
  readonly sample: NewSample;
}

interface DrawDeps {
  readonly db: Database;
  readonly newId: NewId;
  readonly actor: string | null;
}

/** @throws AppError 'conflict' where the audit has no period, or the population is empty. */
function mustHavePeriod(db: ReadDb, auditId: string): Wanted['period'] {
  const audit = mustBeOpenAudit(db, auditId);
  const period = periodOf(audit.periodStart, audit.periodEnd);
  if (period) return period;
  const message = 'This audit has no period: set its first and last day before drawing a sample';
  throw new AppError('conflict', message, { allowed: [] });
}

interface Drawn {
  readonly wanted: Wanted;
  readonly size: number;
  readonly count: number;
  readonly sha256: string;
  readonly items: SampleItem[];
  readonly reconciliation: Reconciliation;
}

/** @throws AppError 'conflict' where there is nothing to draw from. */
function draw(reader: ReadDb, { auditId, sample, seed }: DrawInput): Drawn {
  const wanted: Wanted = {
    population: sample.population,
    filter: sample.filter,
    period: mustHavePeriod(reader, auditId),
  };
  return onOneSnapshot(reader, () => {
    const frozen = freeze(reader, wanted);
    if (frozen.count === 0)
      throw new AppError('conflict', 'There is nothing to draw from in this period', {
        allowed: [],
      });
    const wished = sample.size ?? sampleSizeFor(frozen.count, sample.level ?? 'USUAL');
    const size = Math.min(wished, frozen.count, SAMPLE_SIZE_MAX);
    const ordinals = drawOrdinals({ seed, size, population: frozen.count }, sha256Hex);
    return {
      wanted,
      size,
      count: frozen.count,
      sha256: frozen.sha256,
      items: frozen.items(ordinals),
      reconciliation: reconcile(reader, wanted, frozen.count),
    };
  });
}

function insertSample(
  tx: WriteTx,
  { auditId, sample, seed }: DrawInput,
  { drawn, id, actor }: { drawn: Drawn; id: string; actor: string | null },
): void {
  mustBeOpenAudit(tx, auditId);
  tx.insert(auditSamplesTable, {
    id,
    auditId,
    number: nextSampleNumber(tx, auditId),
    population: sample.population,
    purpose: sample.purpose,
    periodStart: drawn.wanted.period.start,
    periodEnd: drawn.wanted.period.end,
    filter: Object.fromEntries(Object.entries(sample.filter)) as Record<string, string>,
    seed,
    method: SAMPLE_METHOD,
    size: drawn.size,
    sizeBasis: sample.size === undefined ? (sample.level ?? 'USUAL') : 'chosen',
    populationCount: drawn.count,
    populationSha256: drawn.sha256,
    items: drawn.items,
    reconciliation: drawn.reconciliation,
    drawnBy: actor,
    drawnAt: tx.now,
    createdAt: tx.now,
  });
  tx.announce('audits', auditId);
}

/** Returns the id of the sample. The population is read before the door opens: writers do not wait for it. */
export function drawSample({ db, newId, actor }: DrawDeps, input: DrawInput): string {
  const drawn = db.read('audits.draw', (reader) => draw(reader, input));
  const id = newId();
  db.write({ actor, origin: 'user', action: 'audits.drawSample' }, (tx) =>
    insertSample(tx, input, { drawn, id, actor }),
  );
  return id;
}

/** The same within a transaction that has begun, for populations that are small. Returns the references drawn. */
export function drawSampleWithin(
  tx: WriteTx,
  input: DrawInput,
  { id, actor }: { id: string; actor: string },
): string[] {
  const drawn = draw(tx, input);
  insertSample(tx, input, { drawn, id, actor });
  return drawn.items.map(({ ref }) => ref);
}

/** The population of a sample as it is now, and the draw done again over the frozen count. */
export function verifyDraw(db: Database, sampleId: string) {
  return db.read('audits.verifySample', (reader) => {
    const row = findSample(reader, sampleId);
    if (!row) throw new AppError('not-found', 'There is no such sample');
    const ordinals = drawOrdinals(
      { seed: row.seed, size: row.size, population: row.populationCount },
      sha256Hex,
    );
    const isSameDraw =
      row.method === SAMPLE_METHOD &&
      ordinals.length === row.items.length &&
      row.items.every((item, place) => item.ordinal === ordinals[place]);
    return onOneSnapshot(reader, () => {
      const now = freeze(reader, {
        population: row.population,
        filter: row.filter,
        period: { start: row.periodStart, end: row.periodEnd },
      });
      const isSamePopulation =
        now.count === row.populationCount && now.sha256 === row.populationSha256;
      const isSameItems =
        isSamePopulation &&
        now.items(ordinals).every((item, place) => item.ref === row.items[place]?.ref);
      return {
        isSameDraw: isSameDraw && (isSameItems || !isSamePopulation),
        isSamePopulation,
        countNow: now.count,
        sha256Now: now.sha256,
        note: isSamePopulation
          ? 'The population is the one that was frozen, and the seed draws the same items from it.'
          : 'The population has changed since it was frozen: rows were added, removed, or no longer match what it was narrowed by. The ordinals follow from seed and frozen count alone.',
      };
    });
  });
}
