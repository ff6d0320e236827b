import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordAction } from '../../src/main/db/action-log.ts';
import { countOverActions, journalBegins, pruneActions } from '../../src/main/db/action-prune.ts';
import { openTestDb, type TestDb } from '../helpers/open-test-db.ts';

const DAY = 86_400_000;
const LIMIT = 10;

let opened: TestDb;
beforeAll(() => {
  opened = openTestDb();
});
afterAll(() => opened.close());

const caller = { actor: null, origin: 'system', action: 'test' } as const;
const ids = () =>
  opened.db.read('test', (db) =>
    db.all<{ id: string }>('SELECT id FROM desk_actions ORDER BY id').map(({ id }) => id),
  );
const rows = (id: string) =>
  opened.db.read(
    'test',
    (db) =>
      db.get<{ n: number }>('SELECT count(*) AS n FROM desk_action_changes WHERE action_id = ?', id)
        ?.n,
  );

test('[AC20] old actions go whole, the oldest first; what is newer, was undone lately or is under way stays', () => {
  const now = opened.db.write(caller, (tx) => {
    const changes = (n: number) =>
      Array.from({ length: n }, (_, row) => ({
        ...{ table: 'alerts', id: `a-${row}` },
        before: { escalated: false },
        after: { escalated: true },
      }));
    for (const [id, days, n, state, changed] of [
      ['big', 200, 25, 'DONE', null],
      ['small', 190, 1, 'UNDONE', 185],
      ['undone-lately', 200, 1, 'UNDONE', 3],
      ['under-way', 200, 1, 'UNDOING', null],
      ['new', 100, 1, 'DONE', null],
    ] as const) {
      recordAction(tx, { id, kind: 'alerts.escalate', actor: null, summary: id }, changes(n));
      tx.run(
        'UPDATE desk_actions SET at = ?, state = ?, changed_at = ? WHERE id = ?',
        tx.now - days * DAY,
        state,
        changed === null ? null : tx.now - changed * DAY,
        id,
      );
    }
    return tx.now;
  });
  const before = now - 180 * DAY;
  const step = () => opened.db.write(caller, (tx) => pruneActions(tx, before, LIMIT));
  expect(opened.db.read('test', (db) => countOverActions(db, before))).toBe(2);
  expect(opened.db.read('test', journalBegins)).toBeNull();

  expect(step()).toBe(LIMIT);
  // Begun, and no longer to be undone in part.
  expect(
    opened.db.read('test', (db) => db.get("SELECT is_final FROM desk_actions WHERE id = 'big'")),
  ).toEqual({ is_final: 1 });
  while (step() > 0);
  expect(ids()).toEqual(['new', 'under-way', 'undone-lately']);
  expect(['big', 'small', 'new', 'under-way'].map(rows)).toEqual([0, 0, 1, 1]);
  expect(opened.db.read('test', journalBegins)).toBe(before);
});
