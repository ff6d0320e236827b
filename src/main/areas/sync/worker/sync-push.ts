/** Sends what waits, batch by batch; what others changed meanwhile waits for a pull. */
import { SyncFailure } from '../sync-server.port.ts';
import type { PushBatch, PushOutcome } from '../wire.ts';
import { checkOutcome } from './page-checks.ts';
import { assertGoesOn, type RunContext } from './sync-pull.ts';

/** A batch that is sent again and again without end is refused by this side. */
const MAX_SAME = 5;

export interface Pushed {
  readonly sent: number;
  /** Some rows wait for what others wrote. */
  readonly isBehind: boolean;
}

/** @throws SyncFailure; what the server has is not sent again. */
export async function pushAll(context: RunContext): Promise<Pushed> {
  const { server, replica, signal } = context;
  let sent = 0;
  const same = createSameCount();
  const total = replica.backlog();
  for (;;) {
    assertGoesOn(signal);
    const batch = replica.nextBatch();
    if (batch === null) return { sent, isBehind: false };
    const outcome = await server.push(numbered(context, batch));
    checkOutcome(batch, outcome);
    await replica.pushed(batch, outcome);
    sent += rowsOf(batch) - outcome.behind.length - outcome.refused.length;
    context.progress({ direction: 'sending', done: sent, total: Math.max(total, sent) });
    if (outcome.behind.length > 0) return { sent, isBehind: true };
    same(batch, outcome);
  }
}

/** Counted before it goes out: what the server has heard of, this database knows of. */
function numbered({ memory, remember }: RunContext, batch: PushBatch): PushBatch {
  const { isNodeNew, pushes: before = 0 } = memory();
  const pushes = before + 1;
  remember({ pushes });
  // A new node is acknowledged nothing: what was is of the one before.
  return isNodeNew ? { ...batch, pushes, from: 0 } : { ...batch, pushes };
}

const rowsOf = ({ tables, conflicts }: PushBatch): number =>
  tables.reduce((sum, { rows }) => sum + rows.length, conflicts.length);

/** @throws SyncFailure 'malformed' */
function createSameCount(): (batch: PushBatch, outcome: PushOutcome) => void {
  let [known, count] = ['', 0];
  return ({ through, tables }, { sameAs }) => {
    const ids = tables.map(({ table, rows }) => [table, rows.length, rows[0]?.id, rows.at(-1)?.id]);
    const text = JSON.stringify([through, ids, sameAs]);
    count = text === known ? count + 1 : 0;
    known = text;
    if (count >= MAX_SAME)
      throw new SyncFailure(
        'malformed',
        "The server's answer does not fit: it takes the same rows again and again.",
      );
  };
}
