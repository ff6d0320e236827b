import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { alertSchema } from '../../src/shared/areas/alerts/alerts.contract.ts';
import { SIMULATED_ALERT } from '../../src/shared/areas/alerts/alerts.rules.ts';
import { alertBody, createAlert } from '../helpers/alert-calls.ts';
import { failureOf } from '../helpers/bodies.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const post = (body: unknown) => app.request('POST', '/api/alerts', { body });

describe('a good alert', () => {
  test('[AL3] is answered with 201, open and untouched, at the moment of receipt', async () => {
    const response = await post(
      alertBody({ sourceHost: 'ws-17', sourceUser: 'j.doe', sourceIp: '192.0.2.7' }),
    );
    expect(response.status).toBe(201);
    const alert = alertSchema.strict().parse(await response.json());
    const now = new Date(app.clock.now()).toISOString();
    expect(alert).toEqual({
      id: expect.stringMatching(
        /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      ),
      title: 'Beacon to a new domain',
      description: 'One host calls out every 60 seconds',
      severity: 'HIGH',
      status: 'OPEN',
      source: 'EDR',
      sourceHost: 'ws-17',
      sourceUser: 'j.doe',
      sourceIp: '192.0.2.7',
      destIp: null,
      detector: null,
      category: null,
      techniques: [],
      aiInvestigation: null,
      assignedTo: null,
      escalated: false,
      falsePositive: false,
      verdict: null,
      reasonCode: null,
      closingNote: null,
      closingEvidence: [],
      closedBy: null,
      firstActionAt: null,
      suppressedBy: null,
      timeBasis: 'received',
      importId: null,
      createdAt: now,
      receivedAt: now,
      updatedAt: now,
      resolvedAt: null,
    });
    const again = await app.request('GET', `/api/alerts/${alert.id}`);
    expect(await again.json()).toEqual(alert);
  });

  test('may leave host, user and address out, empty or null', async () => {
    const bare = await createAlert(app);
    const empty = await createAlert(app, { sourceHost: '', sourceUser: '  ', sourceIp: null });
    for (const alert of [bare, empty]) {
      expect([alert.sourceHost, alert.sourceUser, alert.sourceIp]).toEqual([null, null, null]);
    }
  });

  test('is trimmed at its ends and nowhere else', async () => {
    const alert = await createAlert(app, { title: '  two  words ', source: ' SIEM ' });
    expect([alert.title, alert.source]).toEqual(['two  words', 'SIEM']);
  });

  test('is what Simulate Alert posts', async () => {
    const response = await post(SIMULATED_ALERT);
    expect(response.status).toBe(201);
    expect(await response.json()).toMatchObject({
      ...SIMULATED_ALERT,
      status: 'OPEN',
      severity: 'CRITICAL',
      source: 'EDR',
    });
  });

  test('[AL2] may have exactly 100 characters of title and 500 of description', async () => {
    const alert = await createAlert(app, { title: 't'.repeat(100), description: 'd'.repeat(500) });
    expect([alert.title.length, alert.description.length]).toEqual([100, 500]);
  });

  test('does not take what only the server decides', async () => {
    const forged = {
      ...alertBody(),
      id: 'mine',
      status: 'RESOLVED',
      escalated: true,
      falsePositive: true,
      createdAt: '1999-01-01T00:00:00.000Z',
    };
    const alert = alertSchema.parse(await (await post(forged)).json());
    expect(alert.id).not.toBe('mine');
    expect([alert.status, alert.escalated, alert.falsePositive]).toEqual(['OPEN', false, false]);
    expect(alert.createdAt).toBe(new Date(app.clock.now()).toISOString());
  });
});

const TITLE = 'Title is required';
const DESCRIPTION = 'Description is required';
const SOURCE = 'Source is required';
const SEVERITY = 'Severity is required';

describe('[AL1] a bad alert answers 400 with the words of the specification', () => {
  const bad: [string, Record<string, unknown>, { path: string; message: string }][] = [
    ['no title', { title: undefined }, { path: 'title', message: TITLE }],
    ['an empty title', { title: '' }, { path: 'title', message: TITLE }],
    ['a blank title', { title: ' \t ' }, { path: 'title', message: TITLE }],
    ['a title that is a number', { title: 7 }, { path: 'title', message: TITLE }],
    [
      'a title of 101 characters',
      { title: 't'.repeat(101) },
      { path: 'title', message: 'Title must be less than 100 characters' },
    ],
    ['no description', { description: undefined }, { path: 'description', message: DESCRIPTION }],
    ['a blank description', { description: '  ' }, { path: 'description', message: DESCRIPTION }],
    [
      'a description of 501 characters',
      { description: 'd'.repeat(501) },
      { path: 'description', message: 'Description must be less than 500 characters' },
    ],
    ['no severity', { severity: undefined }, { path: 'severity', message: SEVERITY }],
    ['an unknown severity', { severity: 'URGENT' }, { path: 'severity', message: SEVERITY }],
    ['a severity in lower case', { severity: 'high' }, { path: 'severity', message: SEVERITY }],
    ['no source', { source: undefined }, { path: 'source', message: SOURCE }],
    ['a blank source', { source: ' ' }, { path: 'source', message: SOURCE }],
    [
      'a host that is an object',
      { sourceHost: {} },
      { path: 'sourceHost', message: 'Source host must be text' },
    ],
    [
      'an address of 1001 characters',
      { sourceIp: '1'.repeat(1001) },
      { path: 'sourceIp', message: 'Source IP must be at most 1000 characters' },
    ],
  ];
  test.each(bad)('%s', async (_name, change, issue) => {
    const before = (await app.request('GET', '/api/alerts?limit=1')).headers.get('x-total-count');
    const failure = await failureOf(await post({ ...alertBody(), ...change }));
    expect(failure).toEqual({ status: 400, body: { message: issue.message, issues: [issue] } });
    const after = (await app.request('GET', '/api/alerts?limit=1')).headers.get('x-total-count');
    expect(after).toBe(before);
  });

  test('all that is wrong is listed, the first message leads', async () => {
    const failure = await failureOf(await post({}));
    expect(failure).toEqual({
      status: 400,
      body: {
        message: TITLE,
        issues: [
          { path: 'title', message: TITLE },
          { path: 'description', message: DESCRIPTION },
          { path: 'severity', message: SEVERITY },
          { path: 'source', message: SOURCE },
        ],
      },
    });
  });

  test.each([
    ['null', null],
    ['a list', [1]],
    ['a text', 'alert'],
    ['a number', 7],
  ])('a body that is %s', async (_name, body) => {
    const failure = await failureOf(await post(body));
    expect(failure.status).toBe(400);
    expect(failure.body.issues).toHaveLength(1);
    expect(failure.body.message).toBe(failure.body.issues?.[0]?.message);
  });

  test.each(['', '{', '{"title":', 'title=x', '\u0000'])(
    'a body that is not JSON: %j',
    async (rawBody) => {
      const response = await app.request('POST', '/api/alerts', {
        rawBody,
        headers: { 'content-type': 'application/json' },
      });
      const message = 'The body is not valid JSON';
      expect(await failureOf(response)).toEqual({
        status: 400,
        body: { message, issues: [{ path: '', message }] },
      });
    },
  );
});
