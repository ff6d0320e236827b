/**
 * Answers of a core that has joined a workspace, for the look of the page alone: what a real second
 * workstation does is in tests/e2e/sync.test.ts. They count while the address has `as-if=<state>`.
 */
import type { Page, Route } from 'playwright';
import type { FileProblem, SyncFiles } from '../../src/shared/areas/sync/sync-files.contract.ts';
import type { RefusedAnswer } from '../../src/shared/areas/sync/sync-refused.contract.ts';
import type {
  SyncConflict,
  SyncPeople,
  SyncStatus,
} from '../../src/shared/areas/sync/sync-state.contract.ts';

const AGO = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

const STATUS = {
  ...{ state: 'up-to-date', progress: null, problem: null, nextTryAt: null, backlog: 0 },
  ...{ lastSuccessAt: AGO(1), clock: null, openConflicts: 2, refused: 0, digests: null },
  figures: { rowsReceived: 12_480, rowsSent: 311 },
} satisfies SyncStatus;

/** What each state differs in. */
const STATES: Readonly<Record<string, Partial<SyncStatus>>> = {
  'up-to-date': { digests: { at: AGO(3), differing: [] } },
  syncing: {
    state: 'syncing',
    lastSuccessAt: null,
    progress: { direction: 'receiving', done: 412_000, total: 1_000_000 },
  },
  waiting: {
    ...{ state: 'waiting', backlog: 37, nextTryAt: new Date(Date.now() + 40_000).toISOString() },
    problem: {
      kind: 'unreachable',
      cause: 'sync.example.test:5432 did not answer within 10 seconds.',
      cure: 'Check the network of this machine and that the server runs. It is tried again by itself.',
      since: AGO(14),
    },
  },
  problem: {
    ...{ state: 'problem', backlog: 1_204, lastSuccessAt: AGO(2_000) },
    problem: {
      kind: 'certificate',
      cause: 'The certificate of sync.example.test is not the one that this workspace trusts.',
      cure: 'Nothing was sent. Ask an administrator whether the server has a new certificate before you go on.',
      since: AGO(1_990),
    },
    clock: { offsetMs: -187_000, note: "This machine's clock is ahead of the server's." },
    digests: { at: AGO(2_500), differing: [{ table: 'alerts', parts: 3 }] },
  },
  isolated: { state: 'isolated', backlog: 5 },
  paused: { state: 'paused', backlog: 1 },
  revoked: { state: 'revoked', backlog: 9 },
  refused: { refused: 3 },
};

const MEMBERSHIP = {
  workspace: { id: 'w', name: 'Northwind SOC' },
  ...{ server: 'sync.example.test:5432/watchfloor', transport: 'tls', label: 'desk-1' },
  ...{ joinedAt: AGO(9_000), isRevoked: false, isPersonIn: true, mayPause: true, mayLeave: true },
};

const PEOPLE = (): SyncPeople => ({
  asOf: AGO(1),
  people: [
    person('a', 'Ada Park', 'ada@example.test', 'Administrator'),
    person('b', 'Ben Okafor', 'ben@example.test', 'SOC Analyst'),
    { ...person('c', 'Cleo Marsh', 'cleo@example.test', 'Auditor'), isRevoked: true },
  ],
  workstations: [
    workstation('s1', 'desk-1', ['Ada Park'], { lastSeenAt: AGO(0), isYou: true }),
    workstation('s2', 'desk-2', ['Ben Okafor'], { lastSeenAt: AGO(4) }),
    workstation('s3', 'notebook of the night shift', [], { joinedAt: null }),
    workstation('s4', 'desk-0', ['Cleo Marsh'], { lastSeenAt: AGO(4_000), isRevoked: true }),
  ],
});

function person(id: string, name: string, email: string, role: string) {
  return { id, name, email, role, isRevoked: false };
}

function workstation(
  id: string,
  label: string,
  people: string[],
  rest: Partial<SyncPeople['workstations'][number]>,
) {
  const base = { joinedAt: AGO(9_000), lastSeenAt: null, isRevoked: false, isYou: false };
  return { id, label, people, ...base, ...rest };
}

const PLAN = `Contain within one hour. Tell the owner of the system.
Keep volatile memory before anything is switched off.
Write down who decided what and when.`;

function conflict(over: Partial<SyncConflict>): SyncConflict {
  return {
    ...{ id: 'k1', table: 'alerts', record: 'r1', title: 'Beacon to a rare domain', link: null },
    field: 'status',
    kept: { value: 'Resolved', by: 'Ben Okafor', at: AGO(31) },
    other: { value: 'False positive', by: 'Ada Park', at: AGO(58) },
    ...{ current: 'Resolved', isGone: false, state: 'open', decided: null, at: AGO(30) },
    ...over,
  };
}

const CONFLICTS = (): SyncConflict[] => [
  conflict({}),
  conflict({
    ...{ id: 'k2', table: 'risks', title: 'Unsupported firewall', link: '/risk?risk=r2' },
    field: 'mitigationPlan',
    kept: { value: PLAN, by: 'Ben Okafor', at: AGO(90) },
    other: {
      value: PLAN.replace('one hour', 'thirty minutes').replace('the owner', 'the duty officer'),
      ...{ by: 'Ada Park', at: AGO(120) },
    },
    current: PLAN,
  }),
  conflict({
    ...{ id: 'k4', table: 'risks', title: 'Unsupported firewall', link: '/risk?risk=r2' },
    field: 'impact',
    kept: { value: 'Negligible (1)', by: 'Ben Okafor', at: AGO(40) },
    other: { value: 'Severe (5)', by: 'Ada Park', at: AGO(50) },
    ...{ current: 'Severe (5)', state: 'taken', decided: { by: 'Ada Park', at: AGO(1) } },
  }),
  conflict({
    ...{ id: 'k3', table: 'vendors', title: 'Contoso Hosting', field: 'contactEmail' },
    kept: { value: 'ops@contoso.test', by: 'Ada Park', at: AGO(400) },
    other: { value: null, by: 'Ben Okafor', at: AGO(500) },
    ...{ current: 'soc@contoso.test', state: 'taken', decided: { by: 'Ada Park', at: AGO(300) } },
  }),
];

const REFUSED = {
  ...{ total: 4, mostBytes: 4_194_304, administrators: ['Ada Admin', 'Bea Boss'] },
  records: [
    {
      ...{ table: 'policies', record: 'p1', title: 'Acceptable use', link: '/policies?policy=p1' },
      ...{ reason: 'too-large', bytes: 5_240_000, largestField: 'content' },
    },
    {
      ...{ table: 'promoted_events', record: 'e1', title: 'Exfiltration by night', link: null },
      ...{ reason: 'restricted', bytes: 800, largestField: null },
    },
    {
      ...{ table: 'risks', record: 'r1', title: 'Supplier fails', link: '/risk?risk=r1' },
      ...{ reason: 'not-permitted', bytes: 600, largestField: null },
    },
    {
      ...{ table: 'users', record: 'u1', title: 'cleo@example.test', link: '/settings/people' },
      ...{ reason: 'administrators-only', bytes: 400, largestField: null },
    },
  ],
} satisfies RefusedAnswer;

const FILE_PROBLEM: FileProblem = {
  ...{ sha256: 'a'.repeat(64), direction: 'fetching', name: 'memory.raw' },
  link: '/evidence?evidence=memory',
  problem: 'A chunk of this file is not what was sealed.',
};

/** Of a workstation that fetches, and of one whose files are all where they should be. */
const filesFor = (state: string): SyncFiles => ({
  policy: { fetch: state === 'syncing' ? 'below' : 'opening', megabytes: 25 },
  here: { files: 412, bytes: 1_830_000_000 },
  elsewhere: { files: 37, bytes: 9_400_000_000 },
  toFetch: state === 'syncing' ? { files: 12, bytes: 214_000_000 } : { files: 0, bytes: 0 },
  toSend: state === 'waiting' ? { files: 2, bytes: 48_000_000 } : { files: 0, bytes: 0 },
  underWay:
    state === 'syncing'
      ? { direction: 'fetching', name: 'memory.raw', done: 9_400_000, size: 24_000_000 }
      : null,
  problems: state === 'problem' ? [FILE_PROBLEM] : [],
  problemsInAll: state === 'problem' ? 1 : 0,
});

const LOG = [
  { at: AGO(1), level: 'info', text: 'Up to date: 3 rows received, 1 sent.' },
  { at: AGO(14), level: 'problem', text: 'sync.example.test:5432 did not answer.' },
  { at: AGO(30), level: 'info', text: 'Two people changed the same field of an alert.' },
  { at: AGO(9_000), level: 'info', text: 'Joined Northwind SOC.' },
];

const PREVIEW = {
  ...{ workspace: MEMBERSHIP.workspace, server: MEMBERSHIP.server, transport: 'tls' },
  person: { name: 'Ana Silva', email: 'ana@example.test', role: 'SOC Analyst' },
  ...{ invitedBy: 'Ada Park', expiresAt: new Date(Date.now() + 86_400_000).toISOString() },
  ...{ localRows: 1_204, problem: null },
  refused: [
    { table: 'controls', count: 93, reason: 'officers-only' },
    { table: 'compliance_frameworks', count: 2, reason: 'officers-only' },
    { table: 'integrations', count: 1, reason: 'administrators-only' },
  ],
};

const INVITATION = { invitation: 'WF1.'.concat('eyJob3N0IjoiZXhhbXBsZSJ9'.repeat(24)) };

function answerFor(path: string, query: URLSearchParams, state: string): unknown {
  const status = { ...STATUS, ...STATES[state] };
  if (path === '/api/sync') return status;
  if (path === '/api/connection')
    return { network: 'present', interfaces: ['eth0'], sync: status.state, at: AGO(0) };
  if (path === '/api/isolation') {
    const isIsolated = status.state === 'isolated';
    return { isIsolated, isForced: false, allowsLocalModel: true, held: 0, maySwitch: true };
  }
  if (path === '/api/sync/membership')
    return { ...MEMBERSHIP, isRevoked: state === 'revoked', isPersonIn: state !== 'waiting' };
  if (path === '/api/sync/people') return PEOPLE();
  if (path === '/api/sync/log') return LOG;
  if (path === '/api/sync/refused') return REFUSED;
  if (path === '/api/sync/files') return filesFor(state);
  if (path === '/api/sync/presence')
    return [{ person: 'Ben Okafor', workstation: 'desk-2', until: AGO(-1) }];
  if (path === '/api/sync/conflicts') return conflictsFor(query);
  if (path === '/api/sync/invitations/preview') return PREVIEW;
  if (path === '/api/sync/invitations') return { ...INVITATION, expiresAt: PREVIEW.expiresAt };
  return undefined;
}

function conflictsFor(query: URLSearchParams) {
  const found = CONFLICTS().filter((one) => {
    if (query.get('state') === 'open' && one.state !== 'open') return false;
    return !query.has('table') || query.get('table') === one.table;
  });
  return { conflicts: found, total: found.length };
}

const CALLS = /\/api\/(?:sync|connection|isolation)(?:[/?]|$)/;

/** From now on addresses with `as-if=<state>` show that state of sync. */
export async function answerAsIf(page: Page): Promise<void> {
  await page.unroute(CALLS);
  await page.route(CALLS, async (route: Route) => {
    const state = URL.parse(page.url())?.searchParams.get('as-if');
    const url = URL.parse(route.request().url());
    const answer = state && url ? answerFor(url.pathname, url.searchParams, state) : undefined;
    if (answer === undefined) await route.fallback();
    else await route.fulfill({ json: answer });
  });
}

/** Each state of sync, and what else the page may have to say. */
export const SHOWN_STATES = Object.keys(STATES);
