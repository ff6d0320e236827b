import { afterAll, beforeAll, expect, test } from 'vitest';
import { SEARCH_COUNTED } from '../../src/shared/areas/evidence/evidence.rules.ts';
import { openBeside } from '../helpers/beside.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';

const LOGS = 50;
const PIECES = SEARCH_COUNTED + 2 * LOGS;
let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ as: 'Compliance Officer' });
  const now = app.clock.now();
  const connection = openBeside(app.dataDir, 'writable');
  connection.exec(`
    WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${PIECES - 1})
    INSERT INTO evidence (id, title, type, verdict, created_at, row_version)
      SELECT 'e' || i, 'Quarterly record ' || i, iif(i < ${LOGS}, 'LOG', 'REPORT'),
        iif(i < ${2 * LOGS - 1}, 'PENDING', 'ACCEPTED'), ${now} - i, '1' FROM n`);
  connection.close();
});
afterAll(() => app.close());

const list = async (query: string) => {
  const response = await app.request('GET', `/api/evidence?${query}`);
  expect(response.status).toBe(200);
  return {
    rows: (await response.json()) as { id: string; type: string; validity: string }[],
    total: response.headers.get('x-total-count'),
    next: response.headers.get('x-next-cursor'),
  };
};

test('[EV24] a search is counted to its end, and narrowed by validity as far as it is told', async () => {
  expect((await list('q=quarterly')).total).toBe(String(PIECES));
  expect((await list('q=quarterly&type=LOG')).total).toBe(String(LOGS));
  expect((await list('q=quarterly&type=REPORT')).total).toBe(String(PIECES - LOGS));
  expect((await list('q=quarterly&validity=pending')).total).toBe(String(2 * LOGS - 1));
  expect((await list('q=quarterly&validity=expired')).total).toBe('0');
  const many = await list('q=quarterly&validity=valid');
  expect(many.total).toBeNull();
  expect(many.rows).toHaveLength(200);
});

test('[EV24] what is not counted is still listed to its end, each piece once', async () => {
  const found = new Set<string>();
  let cursor: string | null = '';
  while (cursor !== null) {
    const page = await list(
      `q=quarterly&validity=valid&limit=1000${cursor && `&cursor=${cursor}`}`,
    );
    for (const { id, validity } of page.rows) {
      expect(validity).toBe('valid');
      expect(found.has(id)).toBe(false);
      found.add(id);
    }
    cursor = page.next;
  }
  expect(found.size).toBe(SEARCH_COUNTED + 1);
});

test('[EV24] a type that was changed is found under the new one only', async () => {
  const [first] = (await list('q=quarterly&type=LOG&limit=1')).rows;
  const changed = await app.request('PATCH', `/api/evidence/${first?.id}`, {
    body: { type: 'SCREENSHOT' },
  });
  expect(changed.status).toBe(200);
  expect((await list('q=quarterly&type=LOG')).total).toBe(String(LOGS - 1));
  expect((await list('q=quarterly&type=SCREENSHOT')).rows.map(({ id }) => id)).toEqual([first?.id]);
});
