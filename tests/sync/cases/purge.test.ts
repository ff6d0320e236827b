/** A workstation whose people may not have an investigation any longer: nothing of it is left. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { purgeInvestigations } from '../../../src/main/areas/forensics/restricted/purge.store.ts';
import type { Database } from '../../../src/main/db/database.ts';
import { openBeside, wordsOf } from './open-beside.ts';
import { openRestrictedWorld, type RestrictedWorld, restrict, WORD } from './restricted-world.ts';

let world: RestrictedWorld;
let beside: Database;

const namingTables = (words: readonly string[]): string[] =>
  [...wordsOf(beside)]
    .filter(([, text]) => words.some((word) => text.toLowerCase().includes(word)))
    .map(([name]) => name);

beforeAll(async () => {
  world = await openRestrictedWorld();
  beside = await openBeside(world.app);
  await restrict(world, world.hidden.investigation ?? '');
}, 90_000);
afterAll(async () => {
  beside.close();
  await world.app.close();
});

test('[SY152] rows, logs, search and files of it go, with one entry that names nothing', async () => {
  const { app, hidden } = world;
  const words = [WORD, ...Object.values(hidden)];
  expect(namingTables(words).length).toBeGreaterThan(15);
  const entries = () =>
    beside.read('test', (db) =>
      db.all<{ record_id: string | null }>(
        "SELECT record_id FROM audit_log WHERE action = 'forensics.purge'",
      ),
    );
  const files = purgeInvestigations(beside, [hidden.investigation ?? '', hidden.closed ?? '']);
  expect(files).toHaveLength(2);
  expect(namingTables(words)).toEqual([]);
  expect(entries()).toEqual([{ record_id: null }, { record_id: null }]);
  const found = beside.read('test', (db) =>
    ['investigation_fts', 'investigation_letters', 'indicator_fts', 'evidence_fts'].map((name) =>
      db.all(`SELECT rowid FROM ${name} WHERE ${name} MATCH ?`, `${WORD}*`),
    ),
  );
  expect(found).toEqual([[], [], [], []]);
  const actions = beside.read('test', (db) =>
    db.all(
      `SELECT kind FROM desk_actions a WHERE kind LIKE 'forensics.%' AND NOT EXISTS
         (SELECT 1 FROM desk_action_changes c WHERE c.action_id = a.id)`,
    ),
  );
  expect(actions).toEqual([]);
  const answer = await app.request('GET', '/api/forensics/investigations');
  expect(await answer.json()).toMatchObject([{ title: 'Open to all' }]);
});

test('[SY152] doing it again does nothing, also of one that was never here', () => {
  const before = wordsOf(beside);
  expect(purgeInvestigations(beside, [world.hidden.investigation ?? '', 'never'])).toEqual([]);
  const changed = [...wordsOf(beside)].filter(([name, text]) => before.get(name) !== text);
  expect(changed).toEqual([]);
});

test('[SY152] its event store goes once the page hears of it', async () => {
  const store = join(world.app.dataDir, 'events', `${world.hidden.investigation}.db`);
  await world.app.request('PATCH', world.at(world.open), { body: { title: 'Still open to all' } });
  await vi.waitFor(() => expect(existsSync(store)).toBe(false), { timeout: 5_000 });
});
