/** Intelligence of others: what it would come to, and taking it over. */
import { setImmediate as giveWay } from 'node:timers/promises';
import { INTEL_MAX_BYTES } from '../../../shared/areas/exchange/exchange.rules.ts';
import type { IntelRow, ReadIntel } from '../../../shared/areas/exchange/intel.types.ts';
import { Tally } from '../../../shared/areas/exchange/tally.ts';
import type { ReadRelation } from '../../../shared/areas/forensics/indicators/stix/bundle.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { ReadDb } from '../../db/database.ts';
import type { Caller, WriteTx } from '../../db/write-door.ts';
import type { JobContext } from '../../jobs/job.ts';
import type { BlobStore } from '../../platform/blob-store.ts';
import type { ImportInput } from './import.jobs.ts';
import { intelOutcome, putIntelObject } from './intel.store.ts';
import { readIntel } from './read-intel.ts';
import { NO_DETAILS, type ReceiptCounts, type ReceiptEnd } from './receipts.store.ts';

const BATCH = 250;

/** Indicators as the area that owns them takes them; null where a value has no known form. */
export interface IndicatorDoor {
  readonly outcome: (db: ReadDb, row: IntelRow) => PutOutcome | null;
  readonly put: (tx: WriteTx, row: IntelRow) => PutOutcome | null;
  readonly relate: (tx: WriteTx, relations: readonly ReadRelation[]) => void;
}
export type PutOutcome = 'added' | 'updated' | 'unchanged';

export interface IntelDeps {
  readonly openIndicators: (context: JobContext, fileName: string) => Promise<IndicatorDoor>;
}

interface Work {
  readonly read: ReadIntel;
  readonly door: IndicatorDoor;
  readonly input: ImportInput;
  readonly context: JobContext;
  readonly losses: Tally;
  /** Values without a known form: of STIX and MISP their objects are kept all the same. */
  readonly formless: Tally;
  readonly rows: Record<PutOutcome, number>;
  readonly objects: { added: number; merged: number };
}

export async function takeIntel(
  input: ImportInput,
  context: JobContext,
  { files, openIndicators }: IntelDeps & { readonly files: BlobStore },
): Promise<ReceiptEnd> {
  if (input.size > INTEL_MAX_BYTES)
    throw new AppError(
      'bad-input',
      'This file is larger than the 64 MiB that are read. Divide it.',
    );
  const read = await readIntel(await textOf(files, input.sha256, context.signal));
  const work: Work = {
    ...{ read, input, context, door: await openIndicators(context, input.fileName) },
    losses: new Tally(),
    formless: new Tally(),
    rows: { added: 0, updated: 0, unchanged: 0 },
    objects: { added: 0, merged: 0 },
  };
  work.losses.addAll(read.losses);
  if (input.isTaking) await take(work);
  else look(work);
  return endOf(work);
}

async function textOf(files: BlobStore, sha256: string, signal: AbortSignal): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of files.read(sha256)) {
    signal.throwIfAborted();
    pieces.push(Buffer.from(piece));
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(pieces));
  } catch {
    throw new AppError('bad-input', 'This file is no UTF-8 text.');
  }
}

function count(work: Work, outcome: PutOutcome | null, row: IntelRow): void {
  if (outcome !== null) work.rows[outcome]++;
  else
    work.formless.add(`value of type ${row.type ?? 'unknown'} that has no known form`, row.where);
}

function look(work: Work): void {
  work.context.db.read('exchange.look', (reader) => {
    for (const row of work.read.rows) count(work, work.door.outcome(reader, row), row);
    for (const object of work.read.objects)
      work.objects[intelOutcome(reader, object) === 'added' ? 'added' : 'merged']++;
  });
}

async function take(work: Work): Promise<void> {
  const { read, door, context, input } = work;
  const { db, signal, report } = context;
  const caller: Caller = {
    ...{ actor: context.startedBy, origin: 'user', action: 'exchange.import' },
    reason: `Imported from ${input.fileName}`,
  };
  const total = read.rows.length + read.objects.length;
  let done = 0;
  async function inBatches<T>(all: readonly T[], write: (tx: WriteTx, one: T) => void) {
    for (let at = 0; at < all.length; at += BATCH) {
      signal.throwIfAborted();
      const batch = all.slice(at, at + BATCH);
      db.write(caller, (tx) => {
        for (const one of batch) write(tx, one);
      });
      done += batch.length;
      context.relieveLog();
      report({ done, total, message: null });
      await giveWay();
    }
  }
  await inBatches(read.objects, (tx, object) => {
    const outcome = putIntelObject(tx, object, input.fileName.slice(0, 200));
    work.objects[outcome === 'added' ? 'added' : 'merged']++;
    if (outcome === 'older') work.losses.add('version older than the one that is here', object.id);
  });
  await inBatches(read.rows, (tx, row) => count(work, door.put(tx, row), row));
  if (read.relations.length > 0) db.write(caller, (tx) => door.relate(tx, read.relations));
}

/** Of STIX and MISP objects are counted, each of which is kept; of OpenIOC items. */
function countsOf({ read, rows, objects }: Work): ReceiptCounts {
  if (read.format !== 'openioc') {
    const { added: kept, merged } = objects;
    return { read: read.read, kept, merged, rejected: read.read - kept - merged };
  }
  const merged = rows.updated + rows.unchanged;
  return { read: read.read, kept: rows.added, merged, rejected: read.read - rows.added - merged };
}

function endOf(work: Work): ReceiptEnd {
  const { read, rows, input } = work;
  const words = input.isTaking ? ['added', 'brought up to date'] : ['new', 'to bring up to date'];
  const notes = [
    `Indicators: ${rows.added} ${words[0]}, ${rows.updated} ${words[1]}, ${rows.unchanged} as they are`,
  ];
  const { losses, formless } = work;
  const rejections = new Tally();
  rejections.addAll(read.rejections);
  (read.format === 'openioc' ? rejections : losses).addAll(formless.list());
  return {
    state: input.isTaking ? 'DONE' : 'READY',
    format: read.format,
    counts: countsOf(work),
    details: {
      ...NO_DETAILS,
      ...{ rejections: rejections.list(), unknownFields: read.unknownFields },
      ...{ losses: losses.list(), notes },
    },
    precision: 'ms; finer times stay with the objects',
  };
}
