/**
 * Tests of controls: who ran them is not who approves them (decisions, section 5), a run counts once
 * approved, and a failed one that counts proposes a downgrade, which a person confirms or dismisses.
 */
import type {
  ControlTest,
  ControlTestUpdate,
  NewControlTest,
  NewTestRun,
  RunDecision,
} from '../../../shared/areas/compliance/control-tests.contract.ts';
import {
  isDowngrade,
  statusAfterFailure,
} from '../../../shared/areas/compliance/controls.rules.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { DAY_MS } from '../../../shared/kernel/time.ts';
import { mayApproveOwn } from '../../db/approvers.ts';
import type { Database } from '../../db/database.ts';
import { controlTestRunsTable, controlTestsTable } from '../../db/tables/control-tests.table.ts';
import type { Caller, WriteTx } from '../../db/write-door.ts';
import type { Clock } from '../../platform/clock.ts';
import type { NewId } from '../../platform/ids.ts';
import { assessControl, badField, mustFindControl } from './control-assess.store.ts';
import {
  hasCountedRuns,
  isEvidence,
  listTests,
  mustFindRun,
  mustFindTest,
  type RunRow,
  type TestQuery,
  testsOfControl,
  toTests,
} from './control-tests.store.ts';
import { isAccount } from './controls.store.ts';

export interface ControlTestServiceDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly newId: NewId;
}

const byPerson = (actor: string, verb: string, reason: string | null = null): Caller => ({
  actor,
  origin: 'user',
  action: `compliance.${verb}`,
  reason,
});

function checkTester(tx: WriteTx, tester: string | null | undefined): void {
  if (tester && !isAccount(tx, tester)) throw badField('tester', 'There is no such account');
}

/** What follows for the test and the control when a run counts. */
function countRun(tx: WriteTx, run: RunRow): void {
  if (run.result === 'INCONCLUSIVE') return;
  const test = mustFindTest(tx, run.testId);
  const nextDue = Math.max(test.nextDue ?? 0, run.ranAt + test.cadenceDays * DAY_MS);
  tx.update(controlTestsTable, test.id, { nextDue, updatedAt: tx.now });
  if (run.result !== 'FAIL') return;
  const proposedStatus = statusAfterFailure(mustFindControl(tx, run.controlId).status);
  if (proposedStatus !== null) tx.update(controlTestRunsTable, run.id, { proposedStatus });
}

export function createControlTestService({ db, clock, newId }: ControlTestServiceDeps) {
  const get = (id: string): ControlTest =>
    db.read('controls.test', (reader) => {
      const [test] = toTests(reader, [mustFindTest(reader, id)], clock.now());
      if (!test) throw new Error('A row became no test');
      return test;
    });

  /** One change of a run in a person's name, then its test. */
  function changeRun(id: string, caller: Caller, fn: (tx: WriteTx, run: RunRow) => void) {
    const testId = db.write(caller, (tx) => {
      const run = mustFindRun(tx, id);
      fn(tx, run);
      return run.testId;
    });
    return get(testId);
  }

  return {
    ofControl: (controlId: string): ControlTest[] =>
      db.read('controls.tests', (reader) => {
        mustFindControl(reader, controlId);
        return toTests(reader, testsOfControl(reader, controlId), clock.now());
      }),

    list: (query: TestQuery) =>
      db.read('controls.allTests', (reader) => {
        const { rows, total, nextCursor } = listTests(reader, query, clock.now());
        return { tests: toTests(reader, rows, clock.now()), total, nextCursor };
      }),

    create(controlId: string, test: NewControlTest, actor: string): ControlTest {
      const id = newId();
      db.write(byPerson(actor, 'createTest'), (tx) => {
        mustFindControl(tx, controlId);
        checkTester(tx, test.tester);
        const nextDue =
          test.nextDue === undefined
            ? tx.now + test.cadenceDays * DAY_MS
            : Date.parse(test.nextDue);
        tx.insert(controlTestsTable, {
          ...{ ...test, nextDue },
          ...{ id, controlId, createdAt: tx.now, updatedAt: tx.now },
        });
      });
      return get(id);
    },

    update(id: string, { nextDue, ...update }: ControlTestUpdate, actor: string): ControlTest {
      db.write(byPerson(actor, 'updateTest'), (tx) => {
        mustFindTest(tx, id);
        checkTester(tx, update.tester);
        tx.update(controlTestsTable, id, {
          ...definedOf(update),
          ...(nextDue === undefined ? {} : { nextDue: Date.parse(nextDue) }),
          updatedAt: tx.now,
        });
      });
      return get(id);
    },

    remove(id: string, actor: string): void {
      db.write(byPerson(actor, 'removeTest'), (tx) => {
        mustFindTest(tx, id);
        if (hasCountedRuns(tx, id))
          throw new AppError(
            'conflict',
            'This test has runs that count and stays in the record. Stop it instead.',
          );
        tx.remove(controlTestsTable, id);
      });
    },

    run(testId: string, run: NewTestRun, actor: string): ControlTest {
      db.write(byPerson(actor, 'runTest'), (tx) => {
        const test = mustFindTest(tx, testId);
        if (!test.isActive) throw new AppError('conflict', 'This test is stopped');
        if (run.evidenceId && !isEvidence(tx, run.evidenceId))
          throw badField('evidenceId', 'There is no such evidence');
        const ranAt = run.ranAt === undefined ? tx.now : Date.parse(run.ranAt);
        if (ranAt > tx.now) throw badField('ranAt', 'A run cannot be in the future');
        tx.insert(controlTestRunsTable, {
          ...{ ...run, ranAt, tester: actor },
          ...{ id: newId(), testId, controlId: test.controlId, createdAt: tx.now },
        });
      });
      return get(testId);
    },

    /** @throws AppError 'conflict' for one's own run where somebody else may approve it. */
    approve: (id: string, actor: string): ControlTest =>
      changeRun(id, byPerson(actor, 'approveRun'), (tx, run) => {
        if (run.approvedAt !== null) throw new AppError('conflict', 'This run is approved already');
        const isOwn = run.tester === actor;
        if (isOwn && !mayApproveOwn(tx, 'compliance.write'))
          throw new AppError(
            'conflict',
            'You ran this test yourself: somebody else must approve the run',
          );
        tx.update(controlTestRunsTable, id, {
          approvedBy: actor,
          approvedAt: tx.now,
          isSelfApproved: isOwn,
        });
        countRun(tx, run);
      }),

    withdraw: (id: string, actor: string): ControlTest =>
      changeRun(id, byPerson(actor, 'withdrawRun'), (tx, run) => {
        if (run.approvedAt !== null)
          throw new AppError('conflict', 'This run counts already and cannot be withdrawn');
        tx.remove(controlTestRunsTable, id);
      }),

    decide: (id: string, { decision, note }: RunDecision, actor: string): ControlTest =>
      changeRun(
        id,
        byPerson(actor, decision === 'CONFIRMED' ? 'confirmDowngrade' : 'dismissDowngrade', note),
        (tx, run) => {
          if (run.proposedStatus === null)
            throw new AppError('conflict', 'This run proposes no downgrade');
          if (run.decision !== null)
            throw new AppError('conflict', 'Somebody has decided on this already');
          if (decision === 'CONFIRMED') {
            const { status } = mustFindControl(tx, run.controlId);
            if (!isDowngrade(status, run.proposedStatus))
              throw new AppError(
                'conflict',
                `The control is ${status} by now: there is nothing to downgrade. Dismiss the proposal.`,
              );
            assessControl(tx, run.controlId, run.proposedStatus);
          }
          tx.update(controlTestRunsTable, id, {
            ...{ decision, decidedBy: actor, decidedAt: tx.now, decisionNote: note },
          });
        },
      ),
  };
}
export type ControlTestService = ReturnType<typeof createControlTestService>;

/** Without the fields that were not given, which would become null. */
function definedOf<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
