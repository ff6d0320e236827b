/** The passes of a sweep: over alerts, over their records, over the events of investigations. Reads only. */
import { Buffer } from 'node:buffer';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate as giveWay } from 'node:timers/promises';
import type { Sweeper } from '../../../../shared/areas/forensics/indicators/sweep/sweeper.ts';
import type { JobContext } from '../../../jobs/job.ts';
import { eventsFolder, openEventStore } from '../events/event-store.ts';
import type { StoredEvent } from '../events/event-store.types.ts';
import {
  alertEnds,
  alertTexts,
  investigationIds,
  type RawBlockRow,
  rawBlocks,
} from './sweep.store.ts';
import type { FieldText } from './sweep-places.ts';
import type { Tallies } from './sweep-tally.ts';

/** Alerts read at once. */
const STRETCH = 5_000;
const BLOCKS = 32;

/** Records of alerts as their sources wrote them; of the area of alerts. */
export type UnpackRaw = (block: RawBlockRow) => (Uint8Array | null)[];

export interface Sweeping {
  readonly context: JobContext;
  readonly sweeper: Sweeper;
  readonly tallies: Tallies;
  readonly unpack: UnpackRaw;
  readonly read: { alerts: number; events: number };
  /** Of all alerts, for the progress. */
  readonly total: number;
}

async function turn({ context, read, total }: Sweeping, message: string): Promise<void> {
  context.report({ done: read.alerts, total, message });
  await giveWay();
  context.signal.throwIfAborted();
}

/** Which alert holds a byte: ends of their texts, in order. */
class Places {
  readonly #seqs: number[] = [];
  readonly #ends: number[] = [];

  constructor(written: string) {
    let end = 0;
    for (const place of written.split(';')) {
      const [seq = '', length = ''] = place.split(',');
      end += Number(length);
      this.#seqs.push(Number(seq));
      this.#ends.push(end);
    }
  }

  seqAt(byte: number): number {
    let low = 0;
    let high = this.#ends.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#ends[middle] ?? 0) <= byte) low = middle + 1;
      else high = middle;
    }
    return this.#seqs[low] ?? 0;
  }
}

export async function sweepAlerts(sweeping: Sweeping): Promise<void> {
  const { context, sweeper, tallies, read } = sweeping;
  const { first, last, total } = context.db.read('indicators.sweepEnds', alertEnds);
  for (let from = first; from <= last; from += STRETCH) {
    const texts = context.db.read('indicators.sweepTexts', (db) =>
      alertTexts(db, from, from + STRETCH - 1),
    );
    if (texts) {
      let places: Places | undefined;
      sweeper.scan(texts.bytes, texts.bytes.length, ({ needle, at }) => {
        places ??= new Places(texts.places);
        tallies.alert(needle, places.seqAt(at));
      });
    }
    read.alerts = Math.min(total, read.alerts + STRETCH);
    await turn(sweeping, 'Alerts');
  }
}

export async function sweepRecords(sweeping: Sweeping): Promise<void> {
  const { context, sweeper, tallies, unpack } = sweeping;
  for (let after = -1; ; ) {
    const blocks = context.db.read('indicators.sweepRecords', (db) => rawBlocks(db, after, BLOCKS));
    const lastBlock = blocks.at(-1);
    if (!lastBlock) return;
    after = lastBlock.first_seq;
    for (const block of blocks)
      for (const [n, record] of unpack(block).entries())
        if (record)
          sweeper.scan(record, record.length, ({ needle }) =>
            tallies.alert(needle, block.first_seq + n),
          );
    await turn(sweeping, 'Original records');
  }
}

export function textsOfEvent({ summary, host, user, provider, fields }: StoredEvent): FieldText[] {
  const own = { summary, host, user, provider };
  return [...Object.entries(own), ...Object.entries(fields)].flatMap(([field, value]) => {
    if (value === null) return [];
    return { field, text: typeof value === 'string' ? value : value.join('\n') };
  });
}

/** Of every investigation that has events. */
export function eventStores({ context }: Sweeping) {
  const folder = eventsFolder(dirname(context.storage.databasePath));
  const ids = context.db.read('indicators.sweepStores', investigationIds);
  return ids
    .filter((id) => /^[\w-]{1,100}$/.test(id) && hasEvents(folder, id))
    .map((investigationId) => ({ folder, investigationId, key: context.storage.key }));
}

const hasEvents = (folder: string, id: string): boolean => existsSync(join(folder, `${id}.db`));

export async function sweepEvents(sweeping: Sweeping): Promise<void> {
  const { sweeper, tallies, read } = sweeping;
  for (const options of eventStores(sweeping)) {
    const store = openEventStore(options);
    try {
      for (const batch of store.scan()) {
        for (const event of batch) {
          const bytes = Buffer.from(
            textsOfEvent(event)
              .map(({ text }) => text)
              .join('\n'),
          );
          const hit = new Set<number>();
          sweeper.scan(bytes, bytes.length, ({ needle }) => hit.add(needle));
          const place = { investigationId: options.investigationId, eventId: event.id };
          for (const needle of hit) tallies.event(needle, place, event.timeMs);
        }
        read.events += batch.length;
        await turn(sweeping, 'Events');
      }
    } finally {
      store.close();
    }
  }
}
