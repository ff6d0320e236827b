/**
 * When linking runs: a moment after alerts or decisions changed, and once at the start. A few new
 * groups are linked here, in a short transaction; many, or everything, in a job once no other runs.
 */
import type { ServerEvent } from '../../../shared/contract/events.ts';
import type { Database } from '../../db/database.ts';
import type { JobRunner } from '../../jobs/job-runner.ts';
import { createSettledRun } from '../../jobs/settled-run.ts';
import type { Log } from '../../platform/log.ts';
import { countGroups, hasWork, readLinkState } from './linking.store.ts';
import { linkLocally } from './linking-local.ts';

export interface LinkingRunnerDeps {
  readonly db: Database;
  readonly runner: JobRunner;
  readonly log: Log;
}

const QUIET_MS = 150;
const LONGEST_WAIT_MS = 1_000;
const BUSY_MS = 2_000;
/** After a failure, such as a full disk. */
const RETRY_MS = 30_000;
/** What may be looked at on the core's own thread: a few milliseconds. */
const HERE_GROUPS = 50;

const HEARD: ReadonlySet<string> = new Set([
  'alerts',
  'alert_groups',
  'incident_pins',
  'incident_records',
  'incident_entities',
  'incident_settings',
  'workspace',
]);

export interface LinkingRunner {
  follow(event: ServerEvent): void;
  start(): () => void;
}

export function createLinkingRunner({ db, runner, log }: LinkingRunnerDeps): LinkingRunner {
  const { soon, start } = createSettledRun({
    ...{ quietMs: QUIET_MS, longestWaitMs: LONGEST_WAIT_MS, retryMs: RETRY_MS },
    async look(again) {
      if (runner.isWritingMuch) return again.after(BUSY_MS);
      const { state, groups, isWaiting } = db.read('incidents.pending', (reader) => ({
        state: readLinkState(reader),
        groups: countGroups(reader),
        isWaiting: hasWork(reader),
      }));
      if (!isWaiting && (state.isWhole === 0 || groups === 0)) return;
      const outcome = db.write({ actor: null, origin: 'system', action: 'incidents.link' }, (tx) =>
        linkLocally(tx, HERE_GROUPS),
      );
      if (outcome !== 'whole') return;
      if (runner.isBusy) return again.after(BUSY_MS);
      const { finished } = runner.start({
        ...{ kind: 'incident-link', title: 'Link alerts into incidents', unit: 'groups' },
        ...{ total: groups, startedBy: null, input: {}, givesWay: true, rests: true },
      });
      await finished.then(again.soon, () => again.after(runner.isBusy ? BUSY_MS : RETRY_MS));
    },
    onFailure: (cause) => log.error('linking alerts into incidents failed', { cause }),
  });
  return {
    follow(event) {
      if (event.type === 'changed' && HEARD.has(event.resource)) soon();
    },
    start,
  };
}
