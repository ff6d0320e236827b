import { setImmediate as nextTurn } from 'node:timers/promises';
import { pendingBuild } from '../../db/groups/group-build.store.ts';
import { buildStep } from '../../db/groups/rebuild-groups.store.ts';
import type { JobContext } from '../../jobs/job.ts';

/** Short enough that a click waits for one step at most. */
const STEP_ROWS = 250;

/** Makes the groups of alerts that have none yet, or by rules that changed. Whatever ends it, the next goes on. */
export async function buildGroupsJob(_input: unknown, context: JobContext): Promise<null> {
  const { db, signal, startedBy } = context;
  for (;;) {
    signal.throwIfAborted();
    const build = db.read('groups.build', pendingBuild);
    if (build === null) return null;
    db.write({ actor: startedBy, origin: 'job', action: 'groups.build' }, (tx) =>
      buildStep(tx, STEP_ROWS),
    );
    context.report({ done: build.position, total: build.end, message: null });
    context.relieveLog();
    await nextTurn();
  }
}
