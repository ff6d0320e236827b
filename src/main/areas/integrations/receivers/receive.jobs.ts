/**
 * Takes received records out of their spools and into the database: batch by batch, the position after the
 * commit, so that a crash brings the same records again and their fingerprints merge them.
 */
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { severitySchema } from '../../../../shared/kernel/severity.ts';
import type { WriteTx } from '../../../db/write-door.ts';
import type { JobContext, JobKind } from '../../../jobs/job.ts';
import type { PreparedAlert } from '../../alerts/import/imported-alert.ts';
import { createReceivedMapper, type ReceivedMapper } from './received-mapper.ts';
import { PLAIN_LEVELS } from './receiver-settings.ts';
import { spoolKey } from './spool-frame.ts';
import { type Position, readPosition, savePosition, spoolFolder } from './spool-place.ts';
import { nextBatch, removeRead, type SpoolBatch } from './spool-reader.ts';

const inputSchema = z.object({
  receivers: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      products: severitySchema,
      plain: z.enum(PLAIN_LEVELS),
      programs: z.array(z.string()),
      timeZone: z.string(),
    }),
  ),
});
export type ReceiveInput = z.infer<typeof inputSchema>;
type Receiver = ReceiveInput['receivers'][number];

/** Of those who own alerts: `alerts` in a transaction of this job, answering how many were new. */
export type WriteReceived = (
  context: JobContext,
  alerts: readonly PreparedAlert[],
) => (tx: WriteTx) => number;

/** Records of one transaction, and while somebody works at the same time. */
const ALONE_ROWS = 2_000;
const GENTLE_ROWS = 50;
/** It ends where nothing came for so long, and in any case: what is longer is shown as running. */
const LINGER_MS = 2_000;
const LONGEST_MS = 9_000;
const LOOK_EVERY_MS = 20;
const MOST_REASONS = 20;

/** @param lingerMs How long it waits for more before it ends. */
export function createReceiveJob(writeReceived: WriteReceived, lingerMs = LINGER_MS): JobKind {
  return async (rawInput, context) => {
    const { receivers } = inputSchema.parse(rawInput);
    const dataDir = dirname(context.storage.databasePath);
    const key = spoolKey(context.storage.key);
    const drains = receivers.map((receiver) => {
      const folder = spoolFolder(dataDir, receiver.id);
      return createDrain({ receiver, folder, key, context, writeReceived });
    });
    const begun = performance.now();
    let [done, idleSince] = [0, begun];
    for (;;) {
      context.signal.throwIfAborted();
      let moved = 0;
      for (const drain of drains) moved += drain();
      const now = performance.now();
      if (moved > 0) {
        idleSince = now;
        done += moved;
        context.relieveLog();
        context.report({ done, total: null, message: null });
      }
      if (now - begun > LONGEST_MS) return { done, hasMore: moved > 0 };
      if (now - idleSince >= lingerMs) return { done, hasMore: false };
      await sleep(moved > 0 ? 0 : LOOK_EVERY_MS);
    }
  };
}

interface DrainParts {
  readonly receiver: Receiver;
  readonly folder: string;
  readonly key: Buffer;
  readonly context: JobContext;
  readonly writeReceived: WriteReceived;
}

/** One step: how many records it moved. */
function createDrain({ receiver, folder, key, context, writeReceived }: DrainParts): () => number {
  const map = createReceivedMapper({
    rule: {
      products: receiver.products,
      plain: receiver.plain === 'none' ? null : PLAIN_LEVELS.indexOf(receiver.plain) - 1,
      programs: new Set(receiver.programs.map((name) => name.trim().toLowerCase())),
    },
    timeZone: receiver.timeZone,
    now: context.clock.now(),
  });
  const caller = {
    actor: null,
    origin: 'job',
    action: 'integrations.receive',
    reason: receiver.name,
  } as const;
  return () => {
    const position = readPosition(folder);
    const batch = gather(folder, key, position);
    if (batch === null) return 0;
    const mapped = mapAll(batch.records, map);
    const most = context.isSomebodyAtWork() ? GENTLE_ROWS : ALONE_ROWS;
    let added = 0;
    for (let at = 0; at < mapped.alerts.length; at += most) {
      const write = writeReceived(context, mapped.alerts.slice(at, at + most));
      added += context.db.write(caller, write);
    }
    savePosition(folder, advanced(position, batch, mapped, added));
    if (batch.segment !== position.segment) removeRead(folder);
    return batch.records.length + batch.damaged;
  };
}

/** Frames up to what one transaction holds. */
function gather(folder: string, key: Buffer, from: Position): SpoolBatch | null {
  const records: Buffer[] = [];
  let last: SpoolBatch | null = null;
  let damaged = 0;
  while (records.length < ALONE_ROWS) {
    const next = nextBatch(folder, key, last ?? from);
    if (next === null) break;
    records.push(...next.records);
    damaged += next.damaged;
    last = next;
  }
  return last && { ...last, records, damaged };
}

interface Mapped {
  readonly alerts: readonly PreparedAlert[];
  readonly skipped: number;
  readonly rejected: number;
  readonly reasons: ReadonlyMap<string, number>;
}

function mapAll(records: readonly Buffer[], map: ReceivedMapper): Mapped {
  const alerts: PreparedAlert[] = [];
  const reasons = new Map<string, number>();
  const counts = { skipped: 0, rejected: 0 };
  for (const record of records) {
    const outcome = map(record);
    if (outcome.type === 'alert') {
      alerts.push(outcome.alert);
      continue;
    }
    counts[outcome.type]++;
    reasons.set(outcome.reason, (reasons.get(outcome.reason) ?? 0) + 1);
  }
  return { alerts, ...counts, reasons };
}

function advanced(
  position: Position,
  { segment, offset, damaged }: SpoolBatch,
  { alerts, skipped, rejected, reasons }: Mapped,
  added: number,
): Position {
  const known: Record<string, number> = { ...position.reasons };
  const said =
    damaged > 0 ? [...reasons, ['damaged parts of the spool', damaged] as const] : reasons;
  for (const [reason, count] of said) {
    if (known[reason] === undefined && Object.keys(known).length >= MOST_REASONS) continue;
    known[reason] = (known[reason] ?? 0) + count;
  }
  return {
    segment,
    offset,
    kept: position.kept + added,
    merged: position.merged + alerts.length - added,
    skipped: position.skipped + skipped,
    rejected: position.rejected + rejected,
    damaged: position.damaged + damaged,
    reasons: known,
  };
}
