/** Makes groups where they are missing: at the start, after a restore, and where the rules changed. */
import type { ServerEvent } from '../../../shared/contract/events.ts';
import type { Database } from '../../db/database.ts';
import { pendingBuild } from '../../db/groups/group-build.store.ts';
import type { JobRunner } from '../../jobs/job-runner.ts';
import type { Log } from '../../platform/log.ts';

export interface GroupRunnerDeps {
  readonly db: Database;
  readonly runner: JobRunner;
  readonly log: Log;
}

const HEARD: ReadonlySet<string> = new Set(['group_fingerprints', 'workspace']);
/** Where something must be alone the groups wait; after each failure twice as long, as the job stays listed. */
const AGAIN_MS = 5_000;
const LONGEST_WAIT_MS = 600_000;

export interface GroupRunner {
  follow(event: ServerEvent): void;
  start(): () => void;
}

export function createGroupRunner({ db, runner, log }: GroupRunnerDeps): GroupRunner {
  let timer: NodeJS.Timeout | undefined;
  let isRunning = false;
  let isStopped = true;
  let waitMs = AGAIN_MS;

  function plan(afterMs: number): void {
    if (isStopped) return;
    clearTimeout(timer);
    timer = setTimeout(() => void run(), afterMs);
    timer.unref();
  }

  async function run(): Promise<void> {
    if (isRunning || isStopped) return;
    isRunning = true;
    try {
      const build = db.read('groups.build', pendingBuild);
      if (build === null) return;
      const { finished } = runner.start({
        ...{ kind: 'build-groups', title: 'Group repeats of alerts', unit: 'alerts' },
        ...{ total: build.end, startedBy: null, input: {}, givesWay: true },
      });
      await finished;
      waitMs = AGAIN_MS;
    } catch (cause) {
      if (!isStopped) log.warn('groups could not be made', { cause });
      plan(waitMs);
      waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS);
      return;
    } finally {
      isRunning = false;
    }
    // What changed meanwhile is made as well.
    if (!isStopped && db.read('groups.build', pendingBuild) !== null) plan(AGAIN_MS);
  }

  return {
    follow(event) {
      if (event.type === 'changed' && HEARD.has(event.resource)) plan(0);
    },
    start() {
      isStopped = false;
      plan(0);
      return () => {
        isStopped = true;
        clearTimeout(timer);
      };
    },
  };
}
