import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { evidenceContract } from '../../src/shared/areas/evidence/evidence.contract.ts';
import {
  MAPPING_STATES,
  type MappedControl,
  mappingsContract,
} from '../../src/shared/areas/evidence/mappings.contract.ts';
import { DAY_MS } from '../../src/shared/kernel/time.ts';
import { openBeside } from '../helpers/beside.ts';
import { openTestApp, type TestApp, TestClock } from '../helpers/open-test-app.ts';
import { createRandom } from '../helpers/random.ts';

const NOW = Date.parse('2026-11-20T12:00:00.000Z');
const random = createRandom(20_261_121);

interface Piece {
  readonly id: string;
  readonly verdict: 'ACCEPTED' | 'PENDING' | 'REJECTED';
  readonly expires: number | null;
  readonly isSuperseded: boolean;
  readonly isDeleted: boolean;
}

let app: TestApp;
let pieces: Piece[];
const linked = new Map<string, Piece[]>();

beforeAll(async () => {
  app = await openTestApp({ as: 'Compliance Officer', clock: new TestClock(NOW) });
  pieces = Array.from({ length: 120 }, (_, n) => ({
    id: `e${n}`,
    verdict: random.pick(['ACCEPTED', 'ACCEPTED', 'PENDING', 'REJECTED'] as const),
    expires: random.pick([null, NOW - DAY_MS, NOW, NOW + 1, NOW + 40 * DAY_MS]),
    isSuperseded: random.below(8) === 0,
    isDeleted: random.below(10) === 0,
  }));
  const beside = openBeside(app.dataDir, 'writable');
  beside.exec(`INSERT INTO compliance_frameworks (id, name, is_active, created_at, row_version) VALUES
    ('f2', 'Beta', 1, 1, '1'), ('f1', 'Alpha', 1, 1, '1'), ('f3', 'Not used', 0, 1, '1')`);
  const control = beside.prepare(
    `INSERT INTO controls (id, framework_id, control_id, title, position, is_applicable, gone_in, created_at, updated_at, row_version)
     VALUES (?, ?, ?, ?, ?, ?, ?, 1, 1, '1')`,
  );
  for (let n = 0; n < 90; n++) {
    const framework = random.pick(['f1', 'f2']);
    control.run(`c${n}`, framework, `AC-${n}`, `Control ${n}`, random.below(4), 1, null);
  }
  control.run('off', 'f1', 'N-1', 'Not applicable', 1, 0, null);
  control.run('gone', 'f1', 'G-1', 'Gone', 1, 1, '2.0');
  control.run('inactive', 'f3', 'I-1', 'Inactive', 1, 1, null);
  const evidence = beside.prepare(
    `INSERT INTO evidence (id, title, type, verdict, expiration_date, superseded_by, deleted_at, created_at, row_version)
     VALUES (?, ?, 'DOCUMENT', ?, ?, ?, ?, 1, '1')`,
  );
  for (const { id, verdict, expires, isSuperseded, isDeleted } of pieces)
    evidence.run(
      id,
      `Piece ${id}`,
      verdict,
      expires,
      isSuperseded ? 'e0' : null,
      isDeleted ? 5 : null,
    );
  const link = beside.prepare(
    `INSERT INTO control_evidence (id, control_id, evidence_id, created_at, row_version) VALUES (?, ?, ?, 1, '1')`,
  );
  for (let n = 0; n < 90; n++) {
    const chosen = new Set(Array.from({ length: random.below(4) }, () => random.pick(pieces)));
    linked.set(`c${n}`, [...chosen]);
    for (const piece of chosen) link.run(`c${n}-${piece.id}`, `c${n}`, piece.id);
  }
  beside.close();
});
afterAll(() => app.close());

function stateOf(id: string): MappedControl['state'] {
  const shown = (linked.get(id) ?? []).filter((piece) => !piece.isDeleted && !piece.isSuperseded);
  const isCurrent = ({ expires }: Piece) => expires === null || expires > NOW;
  if (shown.some((piece) => piece.verdict === 'ACCEPTED' && isCurrent(piece))) return 'valid';
  if (shown.some((piece) => piece.verdict === 'PENDING' && isCurrent(piece))) return 'pending';
  if (shown.some((piece) => piece.verdict !== 'REJECTED' && !isCurrent(piece))) return 'expired';
  return 'none';
}

async function walk(query: Record<string, unknown>) {
  const rows: MappedControl[] = [];
  let total: number | null = null;
  let cursor: string | null = null;
  do {
    const page: { rows: MappedControl[]; total: number | null; nextCursor: string | null } =
      await app.client.page(mappingsContract.controls, {
        query: { ...query, limit: 17, ...(cursor ? { cursor } : {}) } as never,
      });
    rows.push(...page.rows);
    total ??= page.total;
    cursor = page.nextCursor;
  } while (cursor);
  return { rows, total };
}

describe('[EC8] [EC9] mappings', () => {
  test('say of every control in use what its evidence is worth now', async () => {
    const { rows, total } = await walk({});
    expect(rows).toHaveLength(90);
    expect(total).toBe(90);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(90);
    expect(rows.map(({ framework }) => framework)).toEqual(
      rows.map(({ framework }) => framework).toSorted(),
    );
    for (const row of rows) expect(row.state, row.id).toBe(stateOf(row.id));
  });

  test.each(MAPPING_STATES)('the figure of %s is the length of its list', async (state) => {
    const summary = await app.client.call(mappingsContract.summary, {});
    const { rows, total } = await walk({ state });
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.every((row) => row.state === state && stateOf(row.id) === state)).toBe(true);
    expect([rows.length, total]).toEqual([summary.controls[state], summary.controls[state]]);
  });

  test('a word, a framework and a state narrow together', async () => {
    const { rows } = await walk({ q: 'ac-1', framework: 'f1', state: 'none' });
    const all = (await walk({})).rows;
    const wanted = all.filter(
      ({ controlId, frameworkId, state }) =>
        controlId.startsWith('AC-1') && frameworkId === 'f1' && state === 'none',
    );
    expect(rows).toEqual(wanted);
    expect((await walk({ q: '%' })).rows).toEqual([]);
  });

  test('evidence without a control is listed, and what is superseded or deleted is not', async () => {
    const used = new Set([...linked.values()].flat().map(({ id }) => id));
    const wanted = pieces.filter(
      ({ id, isDeleted, isSuperseded }) => !used.has(id) && !isDeleted && !isSuperseded,
    );
    const { rows } = await app.client.page(mappingsContract.unlinked, {});
    expect(rows.map(({ id }) => id).toSorted()).toEqual(wanted.map(({ id }) => id).toSorted());
    const summary = await app.client.call(mappingsContract.summary, {});
    expect(summary.unlinkedEvidence).toBe(wanted.length);
  });

  test('linking and unlinking move a control, time alone does, too', async () => {
    const none = (await walk({ state: 'none' })).rows.find(
      ({ id }) => (linked.get(id) ?? []).length === 0,
    );
    const piece = pieces.find(
      ({ verdict, expires, isDeleted, isSuperseded }) =>
        verdict === 'ACCEPTED' && expires === NOW + 1 && !isDeleted && !isSuperseded,
    );
    if (!none || !piece) throw new Error('The seed makes no such rows');
    const params = { id: piece.id, controlId: none.id };
    const now = async () =>
      (await walk({ q: none.controlId })).rows.find(({ id }) => id === none.id);
    await app.client.call(evidenceContract.linkControl, { params });
    expect(await now()).toMatchObject({ state: 'valid', valid: 1 });
    app.clock.advance(1);
    expect(await now()).toMatchObject({ state: 'expired', valid: 0, expired: 1, validUntil: null });
    await app.client.call(evidenceContract.unlinkControl, { params });
    expect(await now()).toMatchObject({ state: 'none' });
  });

  test('bad filters and cursors answer 400', async () => {
    const status = async (query: string) =>
      (await app.request('GET', `/api/evidence/mappings/controls?${query}`)).status;
    expect(await status('state=lost')).toBe(400);
    expect(await status('cursor=xyz')).toBe(400);
    expect(await status('limit=0')).toBe(400);
  });
});
