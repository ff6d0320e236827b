/** The end of one receiver's spool at the database. */
import type { JobContext } from '../../../jobs/job.ts';
import {
  type BatchMapper,
  createBatchMapper,
  type DrainedReceiver,
  type MappedBatch,
} from './map-batch.ts';
import type { MapReceivedInput } from './map-received.stage.ts';
import type { ReceivedAlerts } from './received-alerts.types.ts';
import {
  type Position,
  readPosition,
  savePosition,
  segmentPath,
  segmentsIn,
  sizeOf,
} from './spool-place.ts';
import { removeRead } from './spool-reader.ts';

/** Rows of one transaction, and while somebody works at the same time. */
const ALONE_ROWS = 2_000;
const GENTLE_ROWS = 50;
const MOST_REASONS = 20;

interface DrainParts<Batch> {
  readonly receiver: DrainedReceiver;
  readonly folder: string;
  readonly key: Buffer;
  readonly context: JobContext;
  readonly alerts: ReceivedAlerts<Batch>;
}

export interface Drain<Batch> {
  /** Reads, maps and writes once: how many records were moved. */
  step(): number;
  /** Writes what another thread has read and mapped. */
  take(mapped: MappedBatch<Batch>): number;
  /** Bytes that wait. */
  waiting(): number;
  /** What the thread that maps ahead begins with. */
  aheadInput(): MapReceivedInput;
}

export function createDrain<Batch>(parts: DrainParts<Batch>): Drain<Batch> {
  const { receiver, folder, key, context, alerts } = parts;
  const rules = () => context.db.read('alerts.groupRules', alerts.rules);
  const now = () => context.clock.now();
  const mapFrom: BatchMapper<Batch> = createBatchMapper({
    ...{ receiver, folder, key, alerts, now, rules },
  });
  const caller = {
    actor: null,
    origin: 'job',
    action: 'integrations.receive',
    reason: receiver.name,
  } as const;

  function take(mapped: MappedBatch<Batch>): number {
    const position = readPosition(folder);
    const { batch } = mapped;
    const most = context.isSomebodyAtWork() ? GENTLE_ROWS : ALONE_ROWS;
    const pieces =
      batch === null ? [] : mapped.alerts <= most ? [batch] : alerts.pieces(batch, most);
    let added = 0;
    for (const piece of pieces) added += context.db.write(caller, (tx) => alerts.write(tx, piece));
    savePosition(folder, advanced(position, mapped, added));
    if (mapped.segment !== position.segment) removeRead(folder);
    return mapped.read + mapped.damaged;
  }

  return {
    take,
    step() {
      const mapped = mapFrom(readPosition(folder));
      return mapped === null ? 0 : take(mapped);
    },
    waiting() {
      const { segment, offset } = readPosition(folder);
      return segmentsIn(folder)
        .filter((one) => one >= segment)
        .reduce((sum, one) => sum + sizeOf(segmentPath(folder, one)), -offset);
    },
    aheadInput() {
      const { segment, offset } = readPosition(folder);
      return { receiver, folder, key, segment, offset, now: now(), rules: rules() };
    },
  };
}

function advanced<Batch>(
  position: Position,
  { segment, offset, damaged, alerts, skipped, rejected, reasons }: MappedBatch<Batch>,
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
    merged: position.merged + alerts - added,
    skipped: position.skipped + skipped,
    rejected: position.rejected + rejected,
    damaged: position.damaged + damaged,
    reasons: known,
  };
}
