/**
 * Seeded canaries never reach a model: they stand in alerts, notes, policies and risks, every use of
 * the model is made, and the raw bytes that a model received over real HTTP are looked through.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MockModel, startMockModel } from '../helpers/mock-model/mock-model.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';

/** Put together, so that no scanner of secrets takes them for real ones. */
const KEYS = {
  cloudKey: ['AKIA', 'QZ7CANARY4XW2LPD'].join(''),
  hubToken: ['ghp', '_caNaRy7Zk8Qw3Lr7Tn2Vb9Xc4Mf6Pd1Ab9'].join(''),
  password: 'CanaryWinter2026',
  bearer: 'canary.bearer.7Zk8Qw3Lr7Tn2Vb9',
  cookie: 'canarysession99887766',
  dbPassword: 'canarydbpass1',
  entropy: 'Cn4rYZk8Qw3Lr7Tn2Vb9Xc4Mf6Pd1',
};
const NAMES = {
  host: 'canary-web-17',
  fqdn: 'canary-db-3.canarycorp.internal',
  user: 'canary.krause',
  address: '10.77.66.55',
  mail: 'canary.boss@canarycorp.internal',
  vendor: 'Canarysoft Ledger',
  company: 'Canarywerk Hamburg',
  share: 'canaryfinance',
};
const CANARIES = { ...KEYS, ...NAMES };
const TEXT = [
  `Logon on ${NAMES.host} (${NAMES.fqdn}) by ${NAMES.user} from ${NAMES.address}`,
  `curl -u svc:${KEYS.password} -H "Authorization: Bearer ${KEYS.bearer}" https://x.example`,
  `Cookie: id=${KEYS.cookie}`,
  `key ${KEYS.cloudKey} and ${KEYS.hubToken} and ${KEYS.entropy}`,
  `postgres://app:${KEYS.dbPassword}@db/x \\\\${NAMES.host}\\${NAMES.share}\\a.xlsx`,
  `mail ${NAMES.mail} of ${NAMES.company}, supplied by ${NAMES.vendor}`,
].join('\n');

let test: TestApp;
let mock: MockModel;
const ids: { alert: string; risk: string; policy: string; control: string } = {
  alert: '',
  risk: '',
  policy: '',
  control: '',
};

async function call(
  method: string,
  path: string,
  body?: unknown,
): Promise<Record<string, unknown>> {
  const answer = await test.request(method, path, body === undefined ? {} : { body });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
}

async function until(isDone: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 400; tries += 1) {
    if (await isDone()) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error('It did not end');
}

/** All that left, as bytes and as they read once decoded. */
function wire(): string {
  const texts = mock.seen.flatMap(({ text, path, headers }) => [
    text,
    path,
    JSON.stringify(headers),
  ]);
  const words = mock.chats.flatMap(({ body }) =>
    (body?.messages ?? []).map(({ content }) => content ?? ''),
  );
  return [...texts, ...words].join('\n').toLowerCase();
}

function expectNoCanary(): void {
  const all = wire();
  for (const [name, canary] of Object.entries(CANARIES)) {
    expect(all.includes(canary.toLowerCase()), `${name} left`).toBe(false);
    const encoded = Buffer.from(canary).toString('base64').slice(0, 12).toLowerCase();
    expect(all.includes(encoded), `${name} left in base64`).toBe(false);
  }
}

async function seed(): Promise<void> {
  await call('PUT', '/api/policy-values', {
    values: { 'workspace.name': `${NAMES.company} GmbH` },
  });
  await call('POST', '/api/vendors', { name: NAMES.vendor, category: 'SOFTWARE' });
  const alert = await call('POST', '/api/alerts', {
    ...{ title: `Logon on ${NAMES.host}`, description: TEXT, severity: 'HIGH', source: 'canary' },
    ...{ sourceHost: NAMES.host, sourceUser: NAMES.user, sourceIp: NAMES.address },
  });
  const risk = await call('POST', '/api/risks', {
    ...{ title: `Loss of ${NAMES.fqdn}`, description: TEXT, category: 'TECHNICAL' },
    ...{ likelihood: 3, impact: 4 },
  });
  const policy = await call('POST', '/api/policies', {
    ...{ title: `Access at ${NAMES.company}`, content: TEXT, category: 'SECURITY' },
  });
  const framework = await call('POST', '/api/compliance/frameworks', {
    ...{ name: 'Own', description: 'Own controls', version: '1', category: 'Security' },
  });
  const control = await call('POST', '/api/compliance/controls', {
    ...{ controlId: 'C-1', title: 'Access', description: TEXT, category: 'Access Control' },
    frameworkId: framework.id,
  });
  Object.assign(ids, {
    alert: alert.id,
    risk: risk.id,
    policy: policy.id,
    control: control.id,
  });
}

async function setUpModel(): Promise<void> {
  await call('PUT', '/api/models/endpoint', {
    ...{ name: 'Mock', preset: 'compatible', baseUrl: mock.baseUrl, model: 'mock-large' },
    key: 'canary-endpoint-key-0001',
  });
  await call('POST', '/api/models/test');
  await until(async () => {
    const settings = await call('GET', '/api/models/settings');
    return (settings.test as { isRunning: boolean }).isRunning === false;
  });
}

beforeAll(async () => {
  mock = await startMockModel();
  test = await openTestApp({ as: 'Administrator' });
  await seed();
  await setUpModel();
}, 60_000);
afterAll(async () => {
  await test.close();
  await mock.close();
});

describe('canaries', () => {
  it('[MO63] never leave with a draft, and come back where the model names them', async () => {
    const before = mock.chats.length;
    mock.always(({ body }) => ({
      text: `It is ${/HOST_\d+/.exec(body?.messages.at(-1)?.content ?? '')?.[0] ?? 'nothing'} that matters.`,
    }));
    for (const [kind, recordId] of [
      ['risk', ids.risk],
      ['policy', ids.policy],
      ['gap', ids.control],
    ]) {
      const draft = await call('POST', '/api/models/drafts', {
        ...{
          kind,
          recordId,
          current: TEXT,
          instruction: `Mention ${NAMES.host} and ${KEYS.password}`,
        },
      });
      expect(draft.text).toMatch(/canary-(?:web-17|db-3)/);
    }
    expect(mock.chats.length - before).toBe(3);
    expect(wire()).toContain('host_1');
    expectNoCanary();
  });

  it('[MO63] never leave with questions to the assistant or the analyst', async () => {
    const before = mock.chats.length;
    const query = `What happened on ${NAMES.host} to ${NAMES.user} since yesterday? ${TEXT}`;
    for (const path of ['/api/chat/query', '/api/forensics/analyst-query']) {
      await test.request('POST', path, { body: { query, question: query.slice(0, 900) } });
      await test.request('POST', path, {
        body: {
          query: `Explain in a poem. ${TEXT.slice(0, 600)}`,
          question: `Explain in a poem. ${TEXT.slice(0, 600)}`,
        },
      });
    }
    expect(mock.chats.length).toBeGreaterThanOrEqual(before);
    expectNoCanary();
  });

  it('[MO63] never leave with an investigation', async () => {
    await test.request('POST', '/api/forensics/investigate', {
      body: {
        ...{ incidentId: 'INC-1', alertIds: [ids.alert], investigationType: 'malware' },
        ...{ title: `About ${NAMES.host}`, description: TEXT },
      },
    });
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expectNoCanary();
    expect(mock.strangers).toEqual([]);
  });

  it('[MO64] are kept out of the log of calls, where they are secrets', async () => {
    const log = await (await test.request('GET', '/api/models/calls')).text();
    const [first] = JSON.parse(log) as { id: string }[];
    const detail = await (await test.request('GET', `/api/models/calls/${first?.id}`)).text();
    for (const secret of Object.values(KEYS)) expect(log + detail).not.toContain(secret);
    expect(detail.length).toBeGreaterThan(100);
  });
});
