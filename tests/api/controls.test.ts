import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Control,
  type ControlDetail,
  controlDetailSchema,
  controlHistorySchema,
  controlSchema,
} from '../../src/shared/areas/compliance/controls.contract.ts';
import { openBeside } from '../helpers/beside.ts';
import { failureOf } from '../helpers/bodies.ts';
import { seedApp, seededId } from '../helpers/control-seed.ts';
import { openTestApp, type RequestOptions, type TestApp } from '../helpers/open-test-app.ts';

const DAY_MS = 86_400_000;
let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ as: 'Compliance Officer' });
  seedApp(app, { frameworks: 3, controls: 60, evidence: 40 });
});
afterAll(() => app.close());

const PATH = '/api/compliance/controls';
const framework = seededId('f', 0);

async function list(
  query: string,
): Promise<{ rows: Control[]; total: number; cursor: string | null }> {
  const response = await app.request('GET', `${PATH}?${query}`);
  expect(response.status).toBe(200);
  return {
    rows: controlSchema
      .strict()
      .array()
      .parse(await response.json()),
    total: Number(response.headers.get('X-Total-Count')),
    cursor: response.headers.get('X-Next-Cursor'),
  };
}
const get = async (id: string): Promise<ControlDetail> =>
  controlDetailSchema.strict().parse(await (await app.request('GET', `${PATH}/${id}`)).json());
const patch = (id: string, body: unknown, options: RequestOptions = {}) =>
  app.request('PATCH', `${PATH}/${id}`, { body, ...options });
const sql = (text: string, ...values: unknown[]) => {
  const connection = openBeside(app.dataDir, 'writable');
  connection.prepare(text).run(...values);
  connection.close();
};

let made = 0;
const valid = () => ({
  controlId: `X-${made++}`,
  title: 'Review access rights',
  description: 'Access rights are reviewed every quarter.',
  category: 'Access Control',
  priority: 'HIGH',
  frameworkId: framework,
});
async function create(): Promise<ControlDetail> {
  const response = await app.request('POST', PATH, { body: valid() });
  expect(response.status).toBe(201);
  return controlDetailSchema.strict().parse(await response.json());
}
/** A control with one valid piece of evidence. */
const PROVEN = seededId('c', 5);

describe('creating', () => {
  test('[CO1] a control made by hand is answered with what it has, priority MEDIUM where none is given', async () => {
    const { priority: _, ...body } = valid();
    const response = await app.request('POST', PATH, { body });
    expect(response.status).toBe(201);
    expect(await response.json()).toMatchObject({
      ...body,
      priority: 'MEDIUM',
      status: 'NOT_ASSESSED',
      isAutomated: false,
      isEditable: true,
      frameworkName: 'Framework 00',
    });
  });

  const long = (n: number) => 'x'.repeat(n);
  test.each([
    ['controlId', undefined, 'Control ID is required'],
    ['controlId', '  ', 'Control ID is required'],
    ['controlId', long(21), 'Control ID must be less than 20 characters'],
    ['title', '', 'Title is required'],
    ['title', long(101), 'Title must be less than 100 characters'],
    ['description', '', 'Description is required'],
    ['description', long(501), 'Description must be less than 500 characters'],
    ['category', 'Cooking', 'Category is required'],
    ['priority', 'URGENT', 'Priority is required'],
    ['frameworkId', undefined, 'Framework is required'],
    ['frameworkId', '', 'Framework is required'],
    ['frameworkId', 'nowhere', 'There is no such framework'],
  ])('[CO2] %s %s is refused: %s', async (path, value, message) => {
    const failure = await failureOf(
      await app.request('POST', PATH, { body: { ...valid(), [path]: value } }),
    );
    expect(failure).toEqual({ status: 400, body: { message, issues: [{ path, message }] } });
  });

  test('[CO2] the longest texts are taken', async () => {
    const body = { ...valid(), controlId: long(20), title: long(100), description: long(500) };
    expect((await app.request('POST', PATH, { body })).status).toBe(201);
  });

  test('[CO3] an id that the framework has already is refused, another framework may have it', async () => {
    const body = valid();
    await app.request('POST', PATH, { body });
    const again = { ...body, controlId: body.controlId.toLowerCase() };
    expect((await failureOf(await app.request('POST', PATH, { body: again }))).status).toBe(409);
    const elsewhere = { ...body, frameworkId: seededId('f', 1) };
    expect((await app.request('POST', PATH, { body: elsewhere })).status).toBe(201);
  });

  test('[CO4] who only reads, or works the alert desk, creates and changes nothing', async () => {
    const { id } = await create();
    for (const role of ['Auditor', 'SOC Analyst'] as const) {
      const token = await app.tokenFor(role);
      const calls = [
        app.request('POST', PATH, { body: valid(), token }),
        patch(id, { status: 'NON_COMPLIANT' }, { token }),
        app.request('POST', `${PATH}/bulk`, {
          body: { ids: [id], change: { owner: null }, reason: 'x' },
          token,
        }),
        app.request('POST', `${PATH}/${id}/tests`, { body: {}, token }),
        app.request('POST', `${PATH}/${id}/exceptions`, { body: {}, token }),
      ];
      for (const response of await Promise.all(calls)) {
        expect(await failureOf(response)).toEqual({ status: 403, body: { message: 'Forbidden' } });
      }
      expect((await app.request('GET', PATH, { token })).status).toBe(200);
    }
    expect((await app.request('GET', PATH, { token: null })).status).toBe(401);
  });
});

describe('listing', () => {
  test('[CO5] newest first, page after page, with the total, each control once', async () => {
    const seen: Control[] = [];
    let cursor: string | null = null;
    let total = 0;
    do {
      const page = await list(`limit=7${cursor ? `&cursor=${cursor}` : ''}`);
      seen.push(...page.rows);
      ({ cursor, total } = page);
    } while (cursor);
    expect(seen).toHaveLength(total);
    expect(new Set(seen.map(({ id }) => id)).size).toBe(total);
    const times = seen.map(({ createdAt }) => createdAt);
    expect(times).toEqual([...times].sort().reverse());
  });

  test('[CO5] in the order of the frameworks, page after page', async () => {
    const seen: Control[] = [];
    let cursor: string | null = null;
    do {
      const page = await list(`sort=place&limit=9${cursor ? `&cursor=${cursor}` : ''}`);
      seen.push(...page.rows);
      cursor = page.cursor;
    } while (cursor);
    expect(new Set(seen.map(({ id }) => id)).size).toBe((await list('limit=1')).total);
    const names = seen.map(({ frameworkName }) => frameworkName);
    expect(names).toEqual([...names].sort());
    const first = seen.filter(({ frameworkId }) => frameworkId === seededId('f', 2));
    expect(first.slice(0, 3).map(({ controlId }) => controlId)).toEqual(['C-2', 'C-5', 'C-8']);
  });

  test('[CO5] a cursor of somebody else is bad input', async () => {
    const failure = await failureOf(await app.request('GET', `${PATH}?cursor=abc`));
    expect(failure).toMatchObject({ status: 400, body: { issues: [{ path: 'cursor' }] } });
  });

  test('[CO6] every filter gives exactly what it names, also together', async () => {
    const all = (await list('limit=1000')).rows;
    const now = app.clock.now();
    const isDue = (c: Control) => c.isApplicable && c.goneIn === null && c.nextAssessment !== null;
    const cases: [string, (control: Control) => boolean][] = [
      [`framework=${framework}`, (c) => c.frameworkId === framework],
      ['status=COMPLIANT,NON_COMPLIANT', (c) => ['COMPLIANT', 'NON_COMPLIANT'].includes(c.status)],
      ['category=Data%20Protection', (c) => c.category === 'Data Protection'],
      ['owner=none', (c) => c.owner === null],
      ['priority=HIGH', (c) => c.priority === 'HIGH'],
      ['automated=true', (c) => c.isAutomated],
      ['due=overdue', (c) => isDue(c) && Date.parse(c.nextAssessment ?? '') <= now],
      [
        'due=soon',
        (c) =>
          isDue(c) &&
          Date.parse(c.nextAssessment ?? '') > now &&
          Date.parse(c.nextAssessment ?? '') <= now + 30 * DAY_MS,
      ],
      ['applicable=true', (c) => c.isApplicable],
      ['hasEvidence=true', (c) => c.validEvidenceCount > 0],
      ['hasEvidence=false', (c) => c.validEvidenceCount === 0],
      ['q=thing%2017', (c) => /17/.test(`${c.title} ${c.description}`)],
      [
        'status=COMPLIANT&automated=false&q=keep',
        (c) => c.status === 'COMPLIANT' && !c.isAutomated && /keep/i.test(c.title),
      ],
    ];
    for (const [query, fits] of cases) {
      const expected = all.filter(fits).map(({ id }) => id);
      expect(expected.length, query).toBeGreaterThan(0);
      const found = await list(`limit=1000&${query}`);
      expect(
        found.rows.map(({ id }) => id),
        query,
      ).toEqual(expected);
      expect(found.total, query).toBe(expected.length);
    }
  });

  test('[CO6] signs of a pattern are searched for as they are', async () => {
    expect((await list('q=%25')).total).toBe(0);
    expect((await list("q=' OR 1=1 --")).total).toBe(0);
    expect((await list('q=C-1_')).total).toBe(0);
  });

  test('[CO6] a filter that is none is bad input', async () => {
    for (const query of ['status=GREAT', 'due=never', 'automated=maybe', 'limit=0', 'sort=size']) {
      expect((await app.request('GET', `${PATH}?${query}`)).status, query).toBe(400);
    }
  });

  test('[CO7] the tree has every framework with its counts, a branch its groups and controls', async () => {
    const tree = (await (await app.request('GET', `${PATH}/tree`)).json()) as {
      id: string;
      counts: Record<string, number>;
    }[];
    expect(tree).toHaveLength(3);
    const sum = tree.reduce((total, { counts }) => total + (counts.total ?? 0), 0);
    expect(sum).toBe((await list('limit=1')).total);
    const filtered = await (await app.request('GET', `${PATH}/tree?q=C-7`)).json();
    expect(filtered).toHaveLength(1);
    const branch = (await (await app.request('GET', `${PATH}/tree/${framework}`)).json()) as {
      groups: unknown[];
      controls: { controlId: string }[];
    };
    expect(branch.groups).toEqual([{ ref: 'G1', parentRef: null, title: 'First group' }]);
    expect(branch.controls.length).toBe((await list(`framework=${framework}`)).total);
    expect((await app.request('GET', `${PATH}/tree/nowhere`)).status).toBe(404);
  });

  test('[CO7] facets name what can be filtered by', async () => {
    const facets = await (await app.request('GET', `${PATH}/facets`)).json();
    expect(facets.frameworks).toHaveLength(3);
    expect(facets.categories).toEqual(['Access Control', 'Data Protection', 'Network Security']);
    expect(facets.overdue).toBe((await list('due=overdue')).total);
    expect(facets.counts.total).toBe((await list('limit=1')).total);
  });
});

describe('one control', () => {
  test('[CO8] an unknown id is 404 on every call', async () => {
    for (const [method, path, body] of [
      ['GET', ''],
      ['GET', '/history'],
      ['GET', '/tests'],
      ['GET', '/exceptions'],
      ['PATCH', '', { owner: null }],
      ['POST', '/tests', { title: 't', steps: 's', cadenceDays: 3 }],
    ] as const) {
      const response = await app.request(method, `${PATH}/nowhere${path}`, body ? { body } : {});
      expect((await failureOf(response)).status).toBe(404);
    }
  });

  test('[CO9] an assessment sets its time and the next one: 180 days, 90 where it is automated, or the cadence of its tests', async () => {
    const { id } = await create();
    const now = app.clock.now();
    await patch(id, { status: 'NON_COMPLIANT' });
    const days = async () => (Date.parse((await get(id)).nextAssessment ?? '') - now) / DAY_MS;
    expect((await get(id)).lastAssessment).toBe(new Date(now).toISOString());
    expect(await days()).toBe(180);
    await patch(id, { status: 'NON_COMPLIANT', isAutomated: true });
    expect(await days()).toBe(90);
    const steps = { title: 'Look', steps: 'Look at it', cadenceDays: 30 };
    await app.request('POST', `${PATH}/${id}/tests`, { body: steps });
    await patch(id, { status: 'PARTIALLY_COMPLIANT' });
    expect(await days()).toBe(30);
    const nextAssessment = new Date(now + 10 * DAY_MS).toISOString();
    await patch(id, { status: 'PARTIALLY_COMPLIANT', nextAssessment });
    expect(await days()).toBe(10);
  });

  test('[CO10] a downgrade needs a reason', async () => {
    const { id } = await create();
    await patch(id, { status: 'PARTIALLY_COMPLIANT' });
    const message = 'A reason is required to downgrade a control';
    for (const status of ['NON_COMPLIANT', 'NOT_ASSESSED']) {
      for (const reason of [undefined, ' ']) {
        expect(await failureOf(await patch(id, { status, reason }))).toEqual({
          status: 400,
          body: { message, issues: [{ path: 'reason', message }] },
        });
      }
    }
    expect((await get(id)).status).toBe('PARTIALLY_COMPLIANT');
    expect((await patch(id, { status: 'NON_COMPLIANT', reason: 'It broke' })).status).toBe(200);
    await patch(id, { status: 'NOT_ASSESSED', reason: 'Assessed by mistake' });
    expect(await get(id)).toMatchObject({ lastAssessment: null, nextAssessment: null });
  });

  test('[CO11] compliant without valid evidence needs a reason and is flagged in the history', async () => {
    const { id } = await create();
    const message = 'A reason is required to call a control compliant without valid evidence';
    expect((await failureOf(await patch(id, { status: 'COMPLIANT' }))).body.message).toBe(message);
    await patch(id, { status: 'COMPLIANT', reason: 'Seen on the screen of the operator' });
    const history = controlHistorySchema
      .strict()
      .array()
      .parse(await (await app.request('GET', `${PATH}/${id}/history`)).json());
    expect(history[0]).toMatchObject({
      action: 'compliance.assess-without-evidence',
      reason: 'Seen on the screen of the operator',
      actorName: 'Sam Compliance Officer',
    });
    expect(history[0]?.changes).toContainEqual({
      field: 'status',
      from: 'NOT_ASSESSED',
      to: 'COMPLIANT',
    });
    expect(history.at(-1)?.action).toBe('compliance.createControl');
    expect((await get(PROVEN)).validEvidenceCount).toBeGreaterThan(0);
    expect((await patch(PROVEN, { status: 'COMPLIANT' })).status).toBe(200);
  });

  test('[CO12] what does not apply needs its reason, and cannot be assessed until it applies again', async () => {
    const { id } = await create();
    expect((await failureOf(await patch(id, { isApplicable: false }))).body.issues).toMatchObject([
      { path: 'applicabilityReason' },
    ]);
    await patch(id, { isApplicable: false, applicabilityReason: 'No cardholder data here' });
    expect(await get(id)).toMatchObject({
      isApplicable: false,
      applicabilityReason: 'No cardholder data here',
    });
    expect((await failureOf(await patch(id, { status: 'NON_COMPLIANT' }))).status).toBe(409);
    const both = { isApplicable: true, status: 'NON_COMPLIANT' };
    expect((await patch(id, both)).status).toBe(200);
  });

  test('[CO12] what its pack no longer has cannot be assessed', async () => {
    const { id } = await create();
    sql("UPDATE controls SET gone_in = '2.0' WHERE id = ?", id);
    const failure = await failureOf(await patch(id, { status: 'COMPLIANT', reason: 'x' }));
    expect(failure.status).toBe(409);
    expect(failure.body.message).toContain('2.0');
    expect((await patch(id, { owner: null })).status).toBe(200);
  });

  test('[CO13] a change of what somebody changed since is refused where the caller says what it saw', async () => {
    const seen = await create();
    app.clock.advance(1000);
    await patch(seen.id, { priority: 'LOW', expectedUpdatedAt: seen.updatedAt });
    const late = await patch(seen.id, { priority: 'CRITICAL', expectedUpdatedAt: seen.updatedAt });
    expect((await failureOf(late)).status).toBe(409);
    expect((await get(seen.id)).priority).toBe('LOW');
  });

  test('[CO14] title and description change where they are the workspace’s own, not where a pack gave them', async () => {
    const { id } = await create();
    await patch(id, { title: 'Another title', description: 'Another description' });
    expect(await get(id)).toMatchObject({
      title: 'Another title',
      description: 'Another description',
    });
    const ofPack = seededId('c', 1);
    sql("UPDATE compliance_frameworks SET pack_id = 'some-pack' WHERE id = ?", seededId('f', 1));
    expect((await get(ofPack)).isEditable).toBe(false);
    expect((await failureOf(await patch(ofPack, { title: 'Mine' }))).status).toBe(409);
    expect((await patch(ofPack, { priority: 'HIGH' })).status).toBe(200);
  });

  test.each([
    [{}, 'Nothing to change'],
    [{ reason: 'only a reason' }, 'Nothing to change'],
    [
      { status: 'GREAT' },
      'Status must be one of NOT_ASSESSED, COMPLIANT, PARTIALLY_COMPLIANT, NON_COMPLIANT',
    ],
    [{ owner: 'nobody' }, 'There is no such account'],
    [{ nextAssessment: 'tomorrow' }, 'Must be an ISO 8601 UTC time'],
    [{ owner: null, reason: 'x'.repeat(1001) }, 'Reason must be at most 1000 characters'],
  ])('[CO8] %j is refused', async (body, message) => {
    const { id } = await create();
    const failure = await failureOf(await patch(id, body));
    expect(failure).toMatchObject({ status: 400, body: { message } });
  });
});
