/** What a desk holds, read row by row with plain SQL, and filters with what they mean: for comparing counts. */
import { titleTemplate } from '../../src/shared/areas/incidents/groups.rules.ts';
import type { StackField } from '../../src/shared/areas/views/stacks.contract.ts';
import { SEVERITIES } from '../../src/shared/kernel/severity.ts';
import { queryBeside } from './beside.ts';
import type { Random } from './random.ts';

export interface DeskRow {
  readonly seq: number;
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly severity: string;
  readonly status: string;
  readonly source: string;
  readonly host: string | null;
  readonly user: string | null;
  readonly ip: string | null;
  readonly dest: string | null;
  readonly detector: string | null;
  readonly category: string | null;
  readonly techniques: string;
  readonly assignee: string | null;
  readonly escalated: number;
  readonly acted_at: number | null;
  readonly resolved_at: number | null;
  readonly verdict: string | null;
  readonly reason: string | null;
  readonly rule: string | null;
  readonly import_id: string | null;
  readonly at: number;
  readonly group_key: string | null;
  readonly incident: string | null;
  readonly suspicion: number | null;
  readonly decision: number | null;
}

/** Newest first. */
export function deskRows(dataDir: string): DeskRow[] {
  return queryBeside<DeskRow>(
    dataDir,
    `SELECT a.seq, a.id, a.title, a.description, a.severity, a.status, a.source, a.source_host AS host,
       a.source_user AS user, a.source_ip AS ip, a.dest_ip AS dest, a.detector, a.category,
       a.techniques, a.assigned_to AS assignee, a.escalated, a.first_action_at AS acted_at,
       a.resolved_at, a.verdict, a.reason_code AS reason, a.suppressed_by AS rule, a.import_id,
       a.created_at AS at, lower(hex(g.key)) AS group_key, i.key AS incident, e.suspicion, e.decision
     FROM alerts a LEFT JOIN group_members m ON m.alert_seq = a.seq
     LEFT JOIN alert_groups g ON g.id = m.group_id LEFT JOIN incidents i ON i.id = g.incident_id
     LEFT JOIN engine_decisions e ON e.alert_seq = a.seq
     WHERE a.deleted_at IS NULL ORDER BY a.created_at DESC, a.seq DESC`,
  );
}

export const isActive = ({ status }: DeskRow) => status === 'OPEN' || status === 'IN_PROGRESS';

const yesNo = (is: boolean) => [is ? 'yes' : 'no'];
const DECISIONS = ['escalate', 'review', 'likely-benign', 'auto-close'];
const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** In UTC. */
export const VALUES_OF: Record<StackField, (row: DeskRow) => readonly (string | null)[]> = {
  host: (row) => [row.host],
  user: (row) => [row.user],
  ip: (row) => [row.ip],
  dest: (row) => [row.dest],
  source: (row) => [row.source],
  detector: (row) => [row.detector],
  category: (row) => [row.category],
  template: (row) => [titleTemplate(row.title)],
  title: (row) => [row.title],
  tech(row) {
    const all = new Set(JSON.parse(row.techniques) as string[]);
    return all.size === 0 ? [null] : [...all];
  },
  severity: (row) => [row.severity],
  status: (row) => [row.status],
  verdict: (row) => [row.verdict],
  reason: (row) => [row.reason],
  assignee: (row) => [row.assignee],
  escalated: (row) => yesNo(row.escalated === 1),
  acted: (row) => yesNo(row.status !== 'OPEN' || row.acted_at !== null),
  decision: (row) => [row.decision === null ? null : (DECISIONS[row.decision] ?? null)],
  suppressed: (row) => yesNo(row.rule !== null),
  import: (row) => [row.import_id],
  group: (row) => [row.group_key],
  incident: (row) => [row.incident],
  hour: (row) => [new Date(row.at).toISOString().slice(11, 13)],
  weekday: (row) => [DAYS[new Date(row.at).getUTCDay()] ?? null],
};

export const DESK_HOSTS = ['h-1', 'H-2', 'db.corp', 'web-7'];
const TITLES = ['Noise again', 'Login failed for 10.0.0.7', 'Beacon 4711', 'A seldom thing'];
const HOUR_MS = 3_600_000;

export function randomNewAlert({ pick, chance }: Random) {
  return {
    title: pick(TITLES),
    description: chance(20) ? 'Seldom' : 'As ever',
    severity: pick(SEVERITIES),
    source: pick(['EDR', 'edr', 'Fire wall']),
    ...(chance(80) ? { sourceHost: pick(DESK_HOSTS) } : {}),
    ...(chance(60) ? { sourceUser: pick(['ann', 'Bob']) } : {}),
    ...(chance(50) ? { sourceIp: pick(['10.0.0.7', '10.1.2.3']) } : {}),
  };
}

/** A file of the last days, a record a line. */
export function randomRecords(random: Random): string {
  const { pick, below } = random;
  const lines = Array.from({ length: 1 + below(60) }, () => {
    const { title, severity, source, sourceHost, sourceUser } = randomNewAlert(random);
    const time = new Date(Date.now() - below(200) * HOUR_MS - below(HOUR_MS)).toISOString();
    return JSON.stringify({
      ...{ time, title, severity: severity.toLowerCase(), source },
      ...{ host: sourceHost, user: sourceUser, rule: pick(['r1', 'r2']), n: below(1e9) },
    });
  });
  return lines.join('\n');
}

export type Means = (row: DeskRow) => boolean;

export interface KnownFilter {
  readonly params: Readonly<Record<string, string>>;
  readonly means: Means;
}

const same = (a: string | null, b: string) => a?.toLowerCase() === b.toLowerCase();

/** Terms of the query language with what each means. */
function terms(random: Random, rows: readonly DeskRow[]): readonly [string, Means][] {
  const some = random.pick(rows);
  const moment = some.at;
  const host = some.host ?? 'h-0';
  return [
    ['severity:>=high', ({ severity }) => severity === 'HIGH' || severity === 'CRITICAL'],
    ['status:closed', (row) => !isActive(row)],
    ['status:open', ({ status }) => status === 'OPEN'],
    ['escalated:yes', ({ escalated }) => escalated === 1],
    ['assignee:me', ({ assignee }) => assignee !== null],
    ['assignee:none', ({ assignee }) => assignee === null],
    ['verdict:none', ({ verdict }) => verdict === null],
    ['acted:no', ({ status, acted_at: at }) => status === 'OPEN' && at === null],
    ['decision:review', ({ decision }) => decision === 1],
    ['decision:none', ({ decision }) => decision === null],
    [`host:${host}`, (row) => same(row.host, host)],
    ['host:h-*', (row) => row.host?.toLowerCase().startsWith('h-') === true],
    [`source:"${some.source}"`, (row) => same(row.source, some.source)],
    [`before:${new Date(moment).toISOString()}`, ({ at }) => at < moment],
    [`after:${new Date(moment).toISOString()}`, ({ at }) => at >= moment],
    [`group:${some.group_key}`, (row) => row.group_key === some.group_key],
    [`incident:${some.incident}`, (row) => row.incident === some.incident],
    ['import:none', (row) => row.import_id === null],
    ['title:noise', ({ title }) => /\bnoise/i.test(title)],
    ['seldom', (row) => /\bseldom/i.test(`${row.title} ${row.description}`)],
  ];
}

/** Without a word about what rules hide: that is left out then. */
export function randomKnownFilter(random: Random, rows: readonly DeskRow[]): KnownFilter {
  const params: Record<string, string> = {};
  const tests: Means[] = [];
  if (random.chance(30)) {
    params.severity = 'HIGH,LOW';
    tests.push(({ severity }) => severity === 'HIGH' || severity === 'LOW');
  }
  if (random.chance(30)) {
    params.status = 'OPEN,RESOLVED';
    tests.push(({ status }) => status === 'OPEN' || status === 'RESOLVED');
  }
  if (random.chance(80)) {
    const [a, b] = [random.pick(terms(random, rows)), random.pick(terms(random, rows))];
    const isOr = random.chance(40);
    params.query = `${a[0]} ${isOr ? 'or ' : ''}-${b[0]}`;
    tests.push((row) => (isOr ? a[1](row) || !b[1](row) : a[1](row) && !b[1](row)));
  }
  const hidden = random.pick(['', '', 'only', 'with'] as const);
  if (hidden !== '') params.suppressed = hidden;
  tests.push(({ rule }) => hidden === 'with' || (rule !== null) === (hidden === 'only'));
  return { params, means: (row) => tests.every((test) => test(row)) };
}
