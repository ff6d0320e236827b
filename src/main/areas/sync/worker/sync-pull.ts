/** Reads until dry: the next page is on its way while one is taken over. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SyncServer } from '../sync-server.port.ts';
import { SyncFailure } from '../sync-server.port.ts';
import { type Head, LIMITS, type PullPage, type WireConflict } from '../wire.ts';
import type { LoopProgress, RunPorts } from './loop.types.ts';
import { checkPage, createEmptyPageCount } from './page-checks.ts';

export interface RunContext extends RunPorts {
  readonly server: SyncServer;
  /** Aborted at isolation, at a pause, at the end. */
  readonly signal: AbortSignal;
  progress(progress: LoopProgress): void;
}

const TURNS_TO_ASK = 2;

export interface Pulled {
  readonly received: number;
  readonly conflicts: readonly WireConflict[];
}

/** @throws SyncFailure; what was taken over until then stays, and the next run goes on from there. */
export async function pullUntilDry(context: RunContext, head: Head): Promise<Pulled> {
  const { server, replica, signal } = context;
  const from = replica.state().cursor;
  const countEmpty = createEmptyPageCount();
  const conflicts: WireConflict[] = [];
  let [cursor, end, received] = [from, head.head, 0];
  let next: Promise<PullPage> | null = server.pull(cursor, LIMITS.rows);
  try {
    while (next !== null) {
      const page: PullPage = await next;
      next = null;
      assertGoesOn(signal);
      // Others push meanwhile.
      if (page.cursor > end) end = (await server.head()).head;
      const rows = checkPage(page, { cursor, head: end, now: head.now });
      countEmpty(page);
      noteGap(context, page, cursor);
      context.assertRoom();
      if (!page.isLast) next = ahead(server.pull(page.cursor, LIMITS.rows));
      const lost = page.access.filter(({ allowed }) => !allowed);
      // Before the cursor moves past it: cut off in between, it is told again.
      if (lost.length > 0) await context.purge(lost.map(({ investigation }) => investigation));
      // What was asked goes out in these turns: the server works while a long transaction holds this thread.
      for (let turn = 0; next !== null && turn < TURNS_TO_ASK; turn++) await nextTurn();
      assertGoesOn(signal);
      const merged = await replica.merge(page);
      assertGoesOn(signal);
      for (const conflict of merged.conflicts) conflicts.push(conflict);
      cursor = page.cursor;
      received += rows;
      context.progress({ direction: 'receiving', done: cursor - from, total: end - from });
    }
  } finally {
    await next?.catch(() => {});
  }
  return { received, conflicts };
}

/** Before the cursor moves: purged meanwhile, deletions of this page's places are not in it. */
function noteGap({ memory, remember }: RunContext, page: PullPage, asked: number): void {
  const { watermark = 0, isNoted = true, cursor } = page;
  if (asked > 0 && asked < watermark && !memory().isPurgeDue) remember({ isPurgeDue: true });
  if (!isNoted && cursor > (memory().unnotedTo ?? 0)) remember({ unnotedTo: cursor });
}

/** It may fail while nobody waits for it yet. */
function ahead(page: Promise<PullPage>): Promise<PullPage> {
  page.catch(() => {});
  return page;
}

export function assertGoesOn(signal: AbortSignal): void {
  if (!signal.aborted) return;
  if (signal.reason instanceof SyncFailure) throw signal.reason;
  throw new SyncFailure('unreachable', 'The sync was stopped.');
}
