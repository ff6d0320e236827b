import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type {
  RiskDetail,
  RiskSummary,
  RiskTrend,
} from '../../src/shared/areas/risk/risks.contract.ts';
import { RISK_STATUSES, RISK_TRANSITIONS } from '../../src/shared/areas/risk/risks.rules.ts';
import { DAY_MS } from '../../src/shared/kernel/time.ts';
import { queryBeside } from '../helpers/beside.ts';
import { openTestApp, PASSWORD, type TestApp, tokenOf } from '../helpers/open-test-app.ts';
import { riskCalls } from '../helpers/risk-calls.ts';

let app: TestApp;
let calls: ReturnType<typeof riskCalls>;
beforeAll(async () => {
  app = await openTestApp({ as: 'Administrator' });
  calls = riskCalls(app);
});
afterAll(() => app.close());

const messages = ({ body }: { body: { issues?: { message: string }[] } }) =>
  body.issues?.map(({ message }) => message);

describe('recording', () => {
  test('[RK7] scores are computed here, whatever is sent', async () => {
    const risk = await calls.add({
      likelihood: '4',
      impact: 3,
      riskScore: '1.0',
      inherentRisk: '99',
      residualRisk: '0.0',
    });
    expect(risk).toMatchObject({
      likelihood: 4,
      impact: 3,
      riskScore: '12.0',
      inherentRisk: '12.0',
      residualRisk: '8.4',
      level: 'MEDIUM',
      residualLevel: 'MEDIUM',
      residualBasis: 'CREATION',
      status: 'IDENTIFIED',
    });
    expect((await calls.get(risk.id)).body).toEqual(risk);
  });

  test('[RK7] likelihood and impact are 1 where they are left out', async () => {
    const made = await calls.call('POST', '/api/risks', { title: 'Bare', category: 'FINANCIAL' });
    expect(made.body).toMatchObject({
      likelihood: 1,
      impact: 1,
      riskScore: '1.0',
      residualRisk: '0.7',
    });
  });

  test.each([
    [{}, ['Title is required', 'Category is required']],
    [{ title: '  ', category: 'TECHNICAL' }, ['Title is required']],
    [{ title: 't'.repeat(256), category: 'TECHNICAL' }, ['Title must be less than 255 characters']],
    [
      { title: 'T', category: 'WEATHER' },
      ['Category must be one of OPERATIONAL, FINANCIAL, STRATEGIC, COMPLIANCE, TECHNICAL'],
    ],
    [
      { title: 'T', category: 'TECHNICAL', description: 'd'.repeat(4001) },
      ['Description must be less than 4000 characters'],
    ],
    [
      { title: 'T', category: 'TECHNICAL', status: 'GONE' },
      ['Status must be one of IDENTIFIED, ASSESSED, MITIGATED, ACCEPTED, TRANSFERRED'],
    ],
    [
      { title: 'T', category: 'TECHNICAL', status: 'ACCEPTED' },
      ['A risk is accepted or transferred once it is recorded, with a reason'],
    ],
    ...[0, 6, 2.5, 'x', '10', null].flatMap((bad): [object, string[]][] => [
      [
        { title: 'T', category: 'TECHNICAL', likelihood: bad },
        ['Likelihood must be a whole number from 1 to 5'],
      ],
      [
        { title: 'T', category: 'TECHNICAL', impact: bad },
        ['Impact must be a whole number from 1 to 5'],
      ],
    ]),
    [
      { title: 'T', category: 'TECHNICAL', targetDate: '2026-02-29' },
      ['Target date must be a date like 2026-11-20'],
    ],
    [
      { title: 'T', category: 'TECHNICAL', reviewMonths: 37 },
      ['Review cadence must be a whole number of months from 1 to 36, or nothing'],
    ],
    [{ title: 'T', category: 'TECHNICAL', owner: 'nobody' }, ['There is no such account']],
  ])('[RK8] %j is refused', async (body, expected) => {
    const before = (await calls.list()).total;
    const answer = await calls.call('POST', '/api/risks', body);
    expect(answer.status).toBe(400);
    expect(answer.body.message).toBe(expected[0]);
    expect(messages(answer)).toEqual(expected);
    expect((await calls.list()).total).toBe(before);
  });

  test('[RK9] a role that only reads does not write', async () => {
    const risk = await calls.add();
    for (const role of ['SOC Analyst', 'Auditor'] as const) {
      const token = await app.tokenFor(role);
      expect((await calls.list('', token)).status).toBe(200);
      const writes: [string, string, unknown][] = [
        ['POST', '/api/risks', { title: 'T', category: 'TECHNICAL' }],
        ['PATCH', `/api/risks/${risk.id}`, { title: 'T' }],
        ['PUT', `/api/risks/${risk.id}/residual`, { residualRisk: 1, reason: 'r' }],
        ['PUT', `/api/risks/${risk.id}/controls/c`, {}],
        ['DELETE', `/api/risks/${risk.id}/controls/c`, { reason: 'r' }],
        ['POST', `/api/risks/${risk.id}/tasks`, { title: 'T' }],
        ['PATCH', '/api/risk-tasks/t', { done: true }],
        ['DELETE', '/api/risk-tasks/t', { reason: 'r' }],
        ['POST', `/api/risks/${risk.id}/reviews`, { note: 'n' }],
        ['PUT', '/api/risks/appetite', { appetite: 5, reason: 'r' }],
      ];
      for (const [method, path, body] of writes)
        expect((await calls.call(method, path, body, token)).status).toBe(403);
    }
    expect((await calls.get(risk.id)).body.title).toBe('A risk');
  });

  test('what is not there is 404', async () => {
    const reads = ['/api/risks/none', '/api/risks/none/residual'];
    for (const path of reads) expect((await calls.call('GET', path)).status).toBe(404);
    expect((await calls.change('none', { title: 'T' })).status).toBe(404);
    const answer = await calls.call('PUT', '/api/risks/none/residual', {
      residualRisk: 1,
      reason: 'r',
    });
    expect(answer.status).toBe(404);
  });
});

describe('transitions', () => {
  const EXTRA = {
    reason: 'Because',
    expiresOn: '2027-01-31',
    transferredTo: 'An insurer',
  } as const;
  const bodyFor = (status: string) => ({
    status,
    reason: EXTRA.reason,
    ...(status === 'ACCEPTED' ? { expiresOn: EXTRA.expiresOn } : {}),
    ...(status === 'TRANSFERRED' ? { transferredTo: EXTRA.transferredTo } : {}),
  });
  const PATHS = {
    IDENTIFIED: [],
    ASSESSED: ['ASSESSED'],
    MITIGATED: ['ASSESSED', 'MITIGATED'],
    ACCEPTED: ['ASSESSED', 'ACCEPTED'],
    TRANSFERRED: ['ASSESSED', 'TRANSFERRED'],
  } as const;

  async function riskAt(status: keyof typeof PATHS): Promise<string> {
    const { id } = await calls.add();
    for (const step of PATHS[status]) {
      const { status: answered } = await calls.change(id, bodyFor(step));
      if (answered !== 200) throw new Error(`could not reach ${step}`);
    }
    return id;
  }

  test.each(RISK_STATUSES.flatMap((from) => RISK_STATUSES.map((to) => [from, to] as const)))(
    '[RK4] %s to %s',
    async (from, to) => {
      const id = await riskAt(from);
      const answer = await calls.change(id, bodyFor(to));
      const now = (await calls.get(id)).body.status;
      if (RISK_TRANSITIONS[from].includes(to)) {
        expect(answer.status).toBe(200);
        expect(now).toBe(to);
      } else {
        expect(answer.status).toBe(409);
        expect(answer.body.allowed).toEqual(RISK_TRANSITIONS[from]);
        expect(now).toBe(from);
      }
    },
  );

  test('[RK5] section 7: a status alone assesses and mitigates; accepting and transferring say why', async () => {
    const { id } = await calls.add();
    expect((await calls.change(id, { status: 'ASSESSED' })).body.status).toBe('ASSESSED');
    const refusals: [object, string][] = [
      [{ status: 'ACCEPTED' }, 'Reason is required'],
      [{ status: 'ACCEPTED', reason: 'r' }, 'An expiry is required to accept a risk'],
      [
        { status: 'ACCEPTED', reason: 'r', expiresOn: '2026-11-20' },
        'The expiry must be after today',
      ],
      [{ status: 'TRANSFERRED', transferredTo: 'X' }, 'Reason is required'],
      [{ status: 'TRANSFERRED', reason: 'r' }, 'Say to whom the risk is transferred'],
      [{ likelihood: 5 }, 'Reason is required'],
      [{ expiresOn: '2027-01-01' }, 'The expiry changes with a renewed acceptance'],
      [{ transferredTo: 'X' }, 'To whom it goes is said when it is transferred'],
      [{}, 'Nothing to change'],
      [{ reason: 'r' }, 'Nothing to change'],
    ];
    for (const [body, message] of refusals) {
      const answer = await calls.change(id, body);
      expect([answer.status, answer.body.message]).toEqual([400, message]);
    }
    expect((await calls.change(id, { status: 'MITIGATED' })).body.status).toBe('MITIGATED');
    const reopened = await calls.change(id, { status: 'ASSESSED' });
    expect(reopened.body.message).toBe('Reason is required');
  });

  test('[RK10] an acceptance says who, why and until when', async () => {
    const { id } = await calls.addAssessed();
    const accepted = await calls.change(id, {
      status: 'ACCEPTED',
      reason: 'Cheap to bear',
      expiresOn: '2026-11-21',
    });
    expect(accepted.body).toMatchObject({
      status: 'ACCEPTED',
      acceptedReason: 'Cheap to bear',
      acceptedByName: 'Ada Admin',
      acceptedOn: '2026-11-20',
      expiresOn: '2026-11-21',
      isExpired: false,
      isSelfApproved: true,
    });
  });

  test('[RK11] each step stands in the audit log with its verb and reason', async () => {
    const { id } = await calls.add();
    await calls.change(id, { status: 'ASSESSED', likelihood: 2, impact: 2, reason: 'Looked' });
    await calls.change(id, { status: 'TRANSFERRED', transferredTo: 'Insurer', reason: 'Signed' });
    await calls.change(id, { status: 'ASSESSED', reason: 'Policy ended' });
    await calls.change(id, { likelihood: 5, reason: 'Grew' });
    await calls.change(id, { title: 'Named anew' });
    const steps = queryBeside<{ action: string; reason: string | null }>(
      app.dataDir,
      'SELECT action, reason FROM audit_log WHERE record_id = ? ORDER BY seq',
      id,
    );
    expect(steps).toEqual([
      { action: 'risks.create', reason: null },
      { action: 'risks.assess', reason: 'Looked' },
      { action: 'risks.transfer', reason: 'Signed' },
      { action: 'risks.reopen', reason: 'Policy ended' },
      { action: 'risks.reassess', reason: 'Grew' },
      { action: 'risks.update', reason: null },
    ]);
    const { body } = await calls.get(id);
    expect(body).toMatchObject({ riskScore: '10.0', inherentRisk: '10.0', residualRisk: '7.0' });
  });
});

test('[RK10] it counts until the end of its last day; then it is renewed or opened again', async () => {
  const own = await openTestApp({ as: 'Administrator' });
  try {
    const { change, call } = riskCalls(own);
    const { id } = await riskCalls(own).addAssessed();
    await change(id, { status: 'ACCEPTED', reason: 'Cheap to bear', expiresOn: '2026-11-21' });
    const signIn = async () => {
      const body = { email: 'admin@example.test', password: PASSWORD };
      return tokenOf(await own.request('POST', '/api/login', { body, token: null })) ?? '';
    };
    const read = async () =>
      (await call<RiskDetail>('GET', `/api/risks/${id}`, undefined, await signIn())).body;
    own.clock.advance(DAY_MS);
    expect((await read()).isExpired).toBe(false);
    own.clock.advance(DAY_MS);
    expect((await read()).isExpired).toBe(true);
    const token = await signIn();
    const overdue = await call<{ id: string }[]>('GET', '/api/risks?overdue=1', undefined, token);
    expect(overdue.body.map((risk) => risk.id)).toEqual([id]);
    const renewed = await change(
      id,
      { status: 'ACCEPTED', reason: 'Still', expiresOn: '2027-05-31' },
      token,
    );
    expect(renewed.body).toMatchObject({ isExpired: false, acceptedReason: 'Still' });
    const reopened = await change(id, { status: 'ASSESSED', reason: 'It grew' }, token);
    expect(reopened.body).toMatchObject({
      status: 'ASSESSED',
      acceptedBy: null,
      expiresOn: null,
      acceptedReason: null,
      isSelfApproved: false,
    });
  } finally {
    await own.close();
  }
});

test('[RK12] who owns a risk does not accept it while somebody else could', async () => {
  const other = await openTestApp({ as: 'Administrator' });
  try {
    const { call, change } = riskCalls(other);
    const officer = await other.tokenFor('Compliance Officer');
    const me = await call<{ id: string }>('GET', '/api/auth/user', undefined, officer);
    const risk = await riskCalls(other).addAssessed({ owner: me.body.id });
    const body = { status: 'ACCEPTED', reason: 'r', expiresOn: '2027-01-01' };
    const refused = await change(risk.id, body, officer);
    expect(refused.status).toBe(409);
    expect(refused.body.message).toBe('This is your own risk: somebody else accepts it');
    expect(refused.body.allowed).toEqual(['MITIGATED', 'TRANSFERRED']);
    const accepted = await change(risk.id, body);
    expect(accepted.body).toMatchObject({ status: 'ACCEPTED', isSelfApproved: false });
    const unowned = await riskCalls(other).addAssessed();
    expect((await change(unowned.id, body)).status).toBe(409);
    expect((await change(unowned.id, body, officer)).status).toBe(200);
  } finally {
    await other.close();
  }
});

describe('edits of two people', () => {
  test('[RK13] different fields are merged and told, the same one is a conflict, computed ones never', async () => {
    const risk = await calls.add();
    const baseRevision = risk.revision;
    await calls.change(risk.id, { title: 'Theirs', likelihood: 2, reason: 'Rarer' });
    const merged = await calls.change(risk.id, { description: 'Mine', baseRevision });
    expect(merged.status).toBe(200);
    expect(merged.body).toMatchObject({ title: 'Theirs', description: 'Mine', likelihood: 2 });
    expect(merged.body.merged.map(({ field }) => field).toSorted()).toEqual([
      'likelihood',
      'title',
    ]);
    const contested = await calls.change(risk.id, { title: 'Mine too', baseRevision });
    expect(contested.status).toBe(409);
    const { conflict } = contested.body as unknown as {
      conflict: { revision: string; fields: { field: string; value: string; yours: string }[] };
    };
    expect(conflict.fields).toMatchObject([{ field: 'title', value: 'Theirs', yours: 'Mine too' }]);
    const won = await calls.change(risk.id, { title: 'Mine too', baseRevision: conflict.revision });
    expect(won.body.title).toBe('Mine too');
    const impact = await calls.change(risk.id, { impact: 1, reason: 'r', baseRevision });
    expect(impact.body).toMatchObject({ likelihood: 2, impact: 1, riskScore: '2.0' });
  });
});

describe('figures', () => {
  test('[RK14] count what the lists behind them list; nothing is nothing', async () => {
    const fresh = await openTestApp({ as: 'Administrator' });
    try {
      const { call, add, list } = riskCalls(fresh);
      const summary = async () => (await call<RiskSummary>('GET', '/api/risks/summary')).body;
      expect(await summary()).toEqual({
        total: 0,
        high: 0,
        critical: 0,
        open: 0,
        overdue: 0,
        residualSum: null,
        quarterAgo: null,
        reductionTrend: null,
        appetite: null,
        aboveAppetite: null,
        inherent: [],
        residual: [],
      });
      const empty = await call<RiskTrend>('GET', '/api/risks/trend');
      expect(empty.body.days).toEqual([]);
      for (const [likelihood, impact] of [
        [5, 5],
        [4, 5],
        [5, 3],
        [4, 4],
        [2, 4],
        [1, 1],
      ])
        await add({ likelihood, impact, targetDate: '2026-11-19' });
      const appetite = await call<RiskSummary>('PUT', '/api/risks/appetite', {
        appetite: 11.2,
        reason: 'Decided',
      });
      expect(appetite.body).toMatchObject({
        total: 6,
        high: 2,
        critical: 2,
        open: 6,
        overdue: 6,
        residualSum: 59.5,
        appetite: 11.2,
        aboveAppetite: 2,
      });
      const counts: [string, number][] = [
        ['', 6],
        ['level=HIGH', 2],
        ['level=CRITICAL', 2],
        ['level=HIGH,CRITICAL', 4],
        ['overdue=1', 6],
        ['aboveAppetite=1', 2],
        ['cell=4x5', 1],
        ['cell=5x4', 0],
        ['residualCell=3x5', 1],
        ['status=IDENTIFIED&level=LOW', 1],
        ['category=FINANCIAL', 0],
        ['owner=nobody', 0],
      ];
      for (const [query, count] of counts) {
        const found = await list(query);
        expect([query, found.total, found.body.length]).toEqual([query, String(count), count]);
      }
      const { residual, inherent } = appetite.body;
      for (const [name, cells] of [
        ['cell', inherent],
        ['residualCell', residual],
      ] as const)
        for (const { likelihood, impact, count } of cells)
          expect((await list(`${name}=${likelihood}x${impact}`)).total).toBe(String(count));
      const [settled] = queryBeside<{ reason: string; action: string }>(
        fresh.dataDir,
        "SELECT reason, action FROM audit_log WHERE resource = 'workspace_settings'",
      );
      expect(settled).toEqual({ reason: 'Decided', action: 'risks.setAppetite' });
      for (const [body, message] of [
        [{ appetite: 0, reason: 'r' }, 'Risk appetite must be a score from 1 to 25, or nothing'],
        [{ appetite: 5, reason: ' ' }, 'Reason is required'],
      ] as const)
        expect((await call('PUT', '/api/risks/appetite', body)).body.message).toBe(message);
    } finally {
      await fresh.close();
    }
  });

  test.each(['level=HUGE', 'status=GONE', 'cell=6x1', 'overdue=yes', 'cursor=nonsense', 'limit=0'])(
    '%s is refused',
    async (query) => {
      expect((await calls.list(query)).status).toBe(400);
    },
  );
});

describe('list', () => {
  test('[RK15] pages are whole and in order, searched or not, while rows are added', async () => {
    const fresh = await openTestApp({ as: 'Administrator' });
    try {
      const { add, list } = riskCalls(fresh);
      for (let n = 0; n < 23; n++)
        await add({ title: `Crane ${n}`, category: n % 2 ? 'TECHNICAL' : 'FINANCIAL' });
      for (const query of ['', '&q=crane', '&category=TECHNICAL', '&q=cra&category=TECHNICAL']) {
        const seen: string[] = [];
        let cursor: string | null = '';
        const all = (await list(`limit=1000${query}`)).body.map(({ id }) => id);
        while (cursor !== null) {
          const page = await list(`limit=5${query}${cursor === '' ? '' : `&cursor=${cursor}`}`);
          expect(page.total).toBe(String(all.length));
          seen.push(...page.body.map(({ id }) => id));
          cursor = page.cursor;
        }
        expect(seen).toEqual(all);
        expect(seen).toEqual(seen.toSorted().toReversed());
      }
      expect((await list('q=!!!')).total).toBe('0');
      expect((await list('q=%22crane%20OR')).total).toBe('0');
    } finally {
      await fresh.close();
    }
  });

  test('[RK16] search follows what is written anew', async () => {
    const risk = await calls.add({ title: 'Unheard of' });
    expect((await calls.list('q=zeppelin')).total).toBe('0');
    await calls.change(risk.id, { mitigationPlan: 'Anchor the Zeppelín' });
    expect((await calls.list('q=zeppel')).body[0]?.id).toBe(risk.id);
    await calls.change(risk.id, { mitigationPlan: null });
    expect((await calls.list('q=zeppelin')).total).toBe('0');
  });
});

test('[RK17] the counts that are kept are those of the rows', () => {
  const rows = queryBeside(
    app.dataDir,
    `SELECT status, coalesce(category, '') AS category, likelihood, impact,
       CAST(round(residual_risk * 10) AS INTEGER) AS residual_tenths, count(*) AS n
     FROM risks WHERE deleted_at IS NULL GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5`,
  );
  expect(rows.length).toBeGreaterThan(5);
  expect(queryBeside(app.dataDir, 'SELECT * FROM risk_counts ORDER BY 1, 2, 3, 4, 5')).toEqual(
    rows,
  );
});
