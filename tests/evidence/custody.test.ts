import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openConnection } from '../../src/main/db/connection.ts';
import { evidenceContract } from '../../src/shared/areas/evidence/evidence.contract.ts';
import { accept, collect, verify } from '../helpers/evidence-calls.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';

let app: TestApp;
let id: string;
let sha256: string;
beforeEach(async () => {
  app = await openTestApp({ as: 'SOC Analyst' });
  const made = await collect(app, 'rules.txt', new TextEncoder().encode('allow nobody'));
  id = made.id;
  sha256 = made.sha256 ?? '';
  await accept(app, id, { token: await app.tokenFor('Compliance Officer') });
  await app.request('GET', `/api/evidence/${id}/file`);
});
afterEach(() => app.close());

/** As somebody who has the key of the database would, past the write door. */
function tamper(sql: string, ...values: (string | number | null)[]): void {
  const key = Buffer.from(readFileSync(join(app.dataDir, 'database.key'), 'utf8').trim(), 'hex');
  const path = join(app.dataDir, 'watchfloor.db');
  const connection = openConnection({ path, key, durability: 'full' });
  const { changes } = connection.prepare(sql).run(...values);
  connection.close();
  if (changes === 0) throw new Error('Nothing was tampered with');
}

const entry = (position: number) => `${id}:${String(position).padStart(6, '0')}`;
const problems = async () => (await verify(app, id)).problems;

describe('[EV10] the chain of custody', () => {
  test('holds as it was written, and says that it was verified', async () => {
    expect(await verify(app, id)).toMatchObject({
      isIntact: true,
      entries: 4,
      fileChecked: true,
      bytes: 12,
      problems: [],
    });
    expect(await app.client.call(evidenceContract.verification, { params: { id } })).toMatchObject({
      isIntact: true,
    });
    expect(await verify(app, id)).toMatchObject({ isIntact: true, entries: 5 });
  });

  test.each([
    ['who', 'UPDATE evidence_custody SET actor = NULL WHERE id = ?'],
    ['what', "UPDATE evidence_custody SET action = 'READ' WHERE id = ?"],
    ['when', 'UPDATE evidence_custody SET at = at + 1 WHERE id = ?'],
    ['the file', `UPDATE evidence_custody SET sha256 = '${'0'.repeat(64)}' WHERE id = ?`],
    ['the details', `UPDATE evidence_custody SET details = '{}' WHERE id = ?`],
  ])('finds an entry whose %s was changed', async (_, sql) => {
    tamper(sql, entry(3));
    const found = await problems();
    expect(found).toContainEqual(expect.objectContaining({ kind: 'changed', position: 3 }));
  });

  test('finds a removed entry', async () => {
    tamper('DELETE FROM evidence_custody WHERE id = ?', entry(2));
    expect(await problems()).toEqual([
      { kind: 'removed', position: 2, text: 'Entry 2 was removed.' },
    ]);
  });

  test('finds entries that changed places', async () => {
    tamper(
      `UPDATE evidence_custody SET position = CASE position WHEN 2 THEN 3 ELSE 2 END
       WHERE evidence_id = ? AND position IN (2, 3)`,
      id,
    );
    expect((await problems()).map(({ kind, position }) => [kind, position])).toEqual([
      ['moved', 2],
      ['moved', 3],
    ]);
  });

  test('finds an end that was cut off, also after new entries', async () => {
    tamper('DELETE FROM evidence_custody WHERE evidence_id = ? AND position >= 3', id);
    expect(await problems()).toEqual([
      { kind: 'cut', position: 3, text: 'Entries 3 to 4 are missing from the end of the chain.' },
    ]);
    expect((await problems()).map(({ kind, position }) => [kind, position])).toEqual([
      ['removed', 3],
      ['removed', 4],
    ]);
  });

  test('finds a chain that lost its counterpart in the audit log', async () => {
    tamper('DELETE FROM audit_log WHERE record_id = ?', entry(4));
    expect(await problems()).toMatchObject([{ kind: 'unanchored', position: 4 }]);
  });

  test('finds a changed byte of the file, a missing file, and a record that names another', async () => {
    const path = join(app.dataDir, 'evidence', sha256.slice(0, 2), sha256.slice(2));
    const bytes = readFileSync(path);
    const changed = Buffer.from(bytes);
    changed.writeUInt8(changed.readUInt8(bytes.length - 20) ^ 1, bytes.length - 20);
    writeFileSync(path, changed);
    expect(await problems()).toEqual([
      {
        kind: 'file-damaged',
        position: null,
        text: 'The stored file is damaged: a byte was changed between 0 and 12. It is not given out.',
      },
    ]);
    expect((await app.request('GET', `/api/evidence/${id}/file`)).status).toBe(409);
    writeFileSync(path, bytes);
    const other = await collect(app, 'other.txt', new TextEncoder().encode('allow everybody'));
    tamper('UPDATE evidence SET sha256 = ?, size_bytes = 15 WHERE id = ?', other.sha256, id);
    expect(await problems()).toMatchObject([{ kind: 'record' }]);
  });
});
