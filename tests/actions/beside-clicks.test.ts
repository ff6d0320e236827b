import { afterEach, beforeEach, expect, test } from 'vitest';
import { stepsInTime } from '../../src/main/areas/actions/run-action.ts';
import { beginRun } from '../../src/main/db/action-journal.ts';
import { insertAction } from '../../src/main/db/action-log.ts';
import { openTestDb, type TestDb } from '../helpers/open-test-db.ts';

const CALLER = { actor: null, origin: 'system', action: 'test.write' } as const;
const ID = 'an-action';
const BATCHES = 40;

let world: TestDb;
beforeEach(() => {
  world = openTestDb();
  world.db.write(CALLER, (tx) => {
    const action = { id: ID, kind: 'alerts.bulk', actor: null, summary: 'Close 4,000 alerts' };
    insertAction(tx, action, { rowCount: BATCHES, state: 'RUNNING', plan: null });
    beginRun(tx, { actionId: ID, direction: 'DO', actor: null, total: BATCHES, position: 0 });
  });
});
afterEach(() => world.close());

/** How many batches each transaction took until the run was done. */
function transactions(isSomebodyWaiting: () => boolean): number[] {
  let done = 0;
  const step = () => {
    done += 1;
    return done < BATCHES;
  };
  const taken: number[] = [];
  for (let isMore = true; isMore; ) {
    const before = done;
    isMore = world.db.write(CALLER, (tx) =>
      stepsInTime(tx, ID, { do: step, undo: step }, isSomebodyWaiting),
    );
    taken.push(done - before);
  }
  expect(done).toBe(BATCHES);
  return taken;
}

test('[AC21] a bulk action ends its transaction after the batch during which somebody came to wait', () => {
  expect(transactions(() => true)).toEqual(new Array(BATCHES).fill(1));
});

test('[AC21] while nobody waits several batches share one', () => {
  expect(transactions(() => false).length).toBeLessThan(BATCHES);
});
