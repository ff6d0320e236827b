/** Tests of the demo's controls with their runs, and exceptions, as the compliance area would have written them. */
import { statusAfterFailure } from '../../../../shared/areas/compliance/controls.rules.ts';
import { DAY_MS, HOUR_MS } from '../../../../shared/kernel/time.ts';
import type { RowOf } from '../../../db/statements.ts';
import {
  controlExceptionsTable,
  controlTestRunsTable,
  controlTestsTable,
} from '../../../db/tables/control-tests.table.ts';
import {
  DEMO_CONTROL_TESTS,
  DEMO_EXCEPTIONS,
  type DemoControlTest,
  type DemoException,
  type DemoRun,
} from './control-tests.content.ts';
import { evidenceByTitle, statusOfControl } from './control-tests.store.ts';
import { byPerson, type World } from './world.ts';

/** @param controlIds By `<framework> <control>`. */
export function addControlTestsToPast(world: World, controlIds: ReadonlyMap<string, string>): void {
  const controlOf = (name: string): string => {
    const id = controlIds.get(name);
    if (!id) throw new Error(`A test or an exception names an unknown control: ${name}`);
    return id;
  };
  for (const test of DEMO_CONTROL_TESTS) addTest(world, test, controlOf(test.control));
  for (const exception of DEMO_EXCEPTIONS)
    addException(world, exception, controlOf(exception.control));
}

function addTest(world: World, test: DemoControlTest, controlId: string): void {
  const id = world.newId();
  const tester = world.desk(test.tester);
  const at = world.daysAgo(test.since) - 2 * HOUR_MS;
  const { title, cadenceDays } = test;
  const firstDue = at + cadenceDays * DAY_MS;
  world.past.add(at, byPerson(world.desk('priya'), 'compliance.createTest'), (tx) =>
    tx.insert(controlTestsTable, {
      ...{ id, controlId, title, cadenceDays, tester, nextDue: firstDue },
      steps: test.steps.map((step, index) => `${index + 1}. ${step}`).join('\n'),
      ...{ createdAt: at, updatedAt: at },
    }),
  );
  for (const run of test.runs) addRun(world, run, { test, testId: id, controlId });
  if (!test.isStopped) return;
  const stoppedAt = world.daysAgo(90) - HOUR_MS;
  world.past.add(stoppedAt, byPerson(world.desk('priya'), 'compliance.updateTest'), (tx) =>
    tx.update(controlTestsTable, id, { isActive: false, updatedAt: stoppedAt }),
  );
}

interface RunPlace {
  readonly test: DemoControlTest;
  readonly testId: string;
  readonly controlId: string;
}

function addRun(world: World, run: DemoRun, place: RunPlace): void {
  const { test, testId, controlId } = place;
  const id = world.newId();
  const tester = world.desk(test.tester);
  const ranAt = world.daysAgo(run.ago) - HOUR_MS;
  world.past.add(ranAt, byPerson(tester, 'compliance.runTest'), (tx) =>
    tx.insert(controlTestRunsTable, {
      ...{ id, testId, controlId, ranAt, tester, createdAt: ranAt },
      ...{ result: run.result, notes: run.notes },
      evidenceId: run.evidence === undefined ? null : evidenceByTitle(tx, run.evidence),
    }),
  );
  if (!run.isWaiting) addApproval(world, run, { ...place, id, ranAt });
}

function addApproval(
  world: World,
  run: DemoRun,
  { test, testId, controlId, id, ranAt }: RunPlace & { id: string; ranAt: number },
): void {
  const approver = world.desk(test.tester === 'priya' ? 'daniel' : 'priya');
  const approvedAt = ranAt + 20 * HOUR_MS;
  world.past.add(approvedAt, byPerson(approver, 'compliance.approveRun'), (tx) => {
    const proposed =
      run.result === 'FAIL' ? statusAfterFailure(statusOfControl(tx, controlId)) : null;
    tx.update(controlTestRunsTable, id, {
      approvedBy: approver,
      approvedAt,
      ...(proposed === null ? {} : { proposedStatus: proposed }),
    });
    if (run.result === 'INCONCLUSIVE') return;
    const nextDue = ranAt + test.cadenceDays * DAY_MS;
    tx.update(controlTestsTable, testId, { nextDue, updatedAt: approvedAt });
  });
  if (run.dismissed === undefined) return;
  const note = run.dismissed;
  const decidedAt = approvedAt + 3 * HOUR_MS;
  world.past.add(decidedAt, byPerson(approver, 'compliance.dismissDowngrade', note), (tx) => {
    const patch: Partial<RowOf<typeof controlTestRunsTable>> = {
      ...{ decision: 'DISMISSED', decidedBy: approver, decidedAt, decisionNote: note },
    };
    tx.update(controlTestRunsTable, id, patch);
  });
}

function addException(world: World, exception: DemoException, controlId: string): void {
  const id = world.newId();
  const officer = world.desk('priya');
  const at = world.daysAgo(exception.ago) - HOUR_MS;
  const { reason } = exception;
  world.past.add(at, byPerson(officer, 'compliance.exceptControl', reason), (tx) =>
    tx.insert(controlExceptionsTable, {
      ...{ id, controlId, reason, owner: world.desk(exception.owner), createdBy: officer },
      expiresAt: world.daysAgo(-exception.expires),
      ...{ createdAt: at, updatedAt: at },
    }),
  );
  if (exception.ended === undefined) return;
  const endedAt = world.daysAgo(exception.ended) - HOUR_MS;
  world.past.add(endedAt, byPerson(officer, 'compliance.endException'), (tx) =>
    tx.update(controlExceptionsTable, id, { endedAt, endedBy: officer, updatedAt: endedAt }),
  );
}
