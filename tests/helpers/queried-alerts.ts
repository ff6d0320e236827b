/** A database of alerts of all kinds, and filters of random shape to ask it for. */
import { type AlertWithRaw, packAlerts } from '../../src/main/areas/alerts/alert-batch.ts';
import { insertAlertBatch } from '../../src/main/areas/alerts/alert-inserts.store.ts';
import { rowToAlert } from '../../src/main/areas/alerts/alert-rows.ts';
import { alertsTable } from '../../src/main/db/tables/alerts.table.ts';
import { usersTable } from '../../src/main/db/tables/auth.table.ts';
import {
  alertCommentsTable,
  alertWatchersTable,
} from '../../src/main/db/tables/discussion.table.ts';
import { ALERT_STATUSES, type AlertFilter } from '../../src/shared/areas/alerts/alerts.contract.ts';
import type { MatchedAlert } from '../../src/shared/areas/views/query-match.ts';
import { SEVERITIES } from '../../src/shared/kernel/severity.ts';
import { alertRow } from './make-alerts.ts';
import type { TestDb } from './open-test-db.ts';
import type { Random } from './random.ts';

export const START = Date.parse('2026-11-01T00:00:00.000Z');
const HOSTS = [
  'web-01',
  'WEB-02',
  'web-03.corp',
  'db_01',
  'Łódź-7',
  '100%',
  'a"b',
  'none',
  'x,y (z)',
];
const USERS = ['CORP\\jdoe', 'admin', 'Administrator', 'müller', '*'];
const WORDS = [
  'beacon',
  'Beacons',
  'lateral',
  'movement',
  'café',
  'port scan',
  'T1021',
  "'; DROP TABLE alerts; --",
  'a%b_c',
  '<img src=x>',
  'NEAR(',
  '"quoted"',
  '😀smile',
];
const SOURCES = ['EDR', 'edr', 'SIEM', 'fire wall', 'a,b'];
const ADDRESSES = [
  '10.0.0.1',
  '10.0.5.7',
  '10.1.2.3',
  '192.168.10.18',
  '2001:db8::7',
  '2001:DB8:0::1',
  'not-an-address',
  '10.0.0.300',
];
const RULES = ['rule-1', 'rule-2'];

/** By a person, by Watchfloor (and taken back, then closed again), or by nobody knows whom. */
function closedBy(random: Random, isClosed: boolean) {
  const auto = random.chance(30) ? START : null;
  const overturned = auto !== null && (!isClosed || random.chance(50)) ? START : null;
  const person = isClosed ? random.pick([null, 'me-1', 'other-1']) : null;
  const isAuto = auto !== null && overturned === null;
  return {
    ...{ autoClosedAt: auto, overturnedAt: overturned },
    closedBy: isAuto ? null : person,
  };
}

function queriedAlert(random: Random, n: number): AlertWithRaw {
  const status = random.pick(ALERT_STATUSES);
  const isClosed = status === 'RESOLVED' || status === 'FALSE_POSITIVE';
  const isRare = n % 701 === 0;
  const row = alertRow({
    title: `${random.pick(WORDS)} ${random.pick(WORDS)} ${isRare ? 'needle' : 'hay'}`,
    description: `from 10.${n % 2}.5.${n % 9}\nthen ${random.pick(WORDS)}`,
    severity: random.pick(SEVERITIES),
    status,
    source: random.pick(SOURCES),
    sourceHost: isRare ? `rare-${n}` : random.pick([null, ...HOSTS]),
    sourceUser: random.pick([null, ...USERS]),
    sourceIp: random.pick([null, ...ADDRESSES]),
    destIp: random.pick([null, ...ADDRESSES]),
    detector: isRare ? 'seldom' : random.pick([null, 'rule:1', 'Rule:2']),
    category: random.pick([null, 'malware', 'Mal_ware']),
    techniques: random.pick([[], [], ['T1021'], ['T1021.001', 'T1110'], ['t1021', 'odd "one"']]),
    escalated: random.chance(3),
    verdict: isClosed
      ? random.pick([null, 'TRUE_POSITIVE', 'BENIGN_TRUE_POSITIVE', 'FALSE_POSITIVE'])
      : null,
    reasonCode: isClosed ? random.pick([null, 'TEST', 'KNOWN_TOOL']) : null,
    resolvedAt: isClosed ? START + random.below(400_000) * 1000 : null,
    ...closedBy(random, isClosed),
    suppressedBy: random.chance(10) ? random.pick(RULES) : null,
    firstActionAt: random.chance(30) ? START + 400_000_000 : null,
    importId: random.pick([null, 'import-1', 'import-2']),
    assignedTo: isRare ? 'seldom-1' : random.pick([null, null, 'me-1', 'other-1']),
    // Many have the same moment, and order of arrival and of time differ.
    createdAt: START + (n % 7 === 0 ? random.below(500_000) : n * 40) * 1000 - (n % 3),
  });
  return { row, raw: null };
}

export function fillWithAlerts({ db }: TestDb, random: Random, count: number): void {
  db.write({ actor: null, origin: 'system', action: 'test.people' }, (tx) => {
    for (const { id, email } of ACCOUNTS)
      tx.insert(usersTable, {
        ...{ id, email, firstName: null, lastName: null, profileImageUrl: null },
        ...{ role: 'SOC Analyst', deactivatedAt: null, createdAt: START, updatedAt: START },
      });
  });
  for (let from = 0; from < count; from += 500) {
    const batch = Array.from({ length: Math.min(500, count - from) }, (_, n) =>
      queriedAlert(random, from + n),
    );
    db.write({ actor: null, origin: 'system', action: 'test.fill' }, (tx) =>
      insertAlertBatch(tx, packAlerts(batch)),
    );
  }
}

const DECISIONS = ['escalate', 'review', 'likely-benign', 'auto-close'];
export const ACCOUNTS = [
  { id: 'me-1', email: 'me@example.test', name: 'Mia Lee' },
  { id: 'other-1', email: 'olga@example.test', name: 'Olga Orr' },
  { id: 'seldom-1', email: 'sven@example.test', name: 'Sven Sol' },
];

/** The engine has decided about most; some groups are incidents, of one and of many. */
export function judgeAlerts({ db }: TestDb, random: Random): void {
  db.write({ actor: null, origin: 'system', action: 'test.judge' }, (tx) => {
    const rows = tx.all<{ seq: number; at: number; is_open: number }>(
      `SELECT seq, created_at AS at,
         (status IN ('OPEN', 'IN_PROGRESS') AND suppressed_by IS NULL) AS is_open FROM alerts`,
    );
    for (const { seq, at, is_open: isOpen } of rows) {
      if (random.chance(15)) continue;
      const decision = random.chance(5) ? random.pick([0, 3]) : random.pick([1, 2]);
      tx.run(
        `INSERT OR REPLACE INTO engine_decisions
           (alert_seq, suspicion, decision, pattern_id, created_at, scored_at, is_open)
         VALUES (?, ?, ?, NULL, ?, 0, ?)`,
        ...[seq, random.below(101), decision, at, isOpen],
      );
    }
    for (let n = 0; n < 40; n += 1)
      tx.run('INSERT INTO incidents (key, auto_name, name) VALUES (?, ?, ?)', `i-${n}`, 'x', 'x');
    const groups = tx.all<{ id: number }>('SELECT id FROM alert_groups');
    for (const { id } of groups) {
      if (random.chance(30)) continue;
      const key = random.chance(50) ? 'i-0' : `i-${random.below(40)}`;
      tx.run(
        'UPDATE alert_groups SET incident_id = (SELECT id FROM incidents WHERE key = ?) WHERE id = ?',
        ...[key, id],
      );
    }
  });
}

/** Some are watched and spoken of, some no more. */
export function discussAlerts({ db }: TestDb, random: Random): void {
  db.write({ actor: null, origin: 'system', action: 'test.discuss' }, (tx) => {
    const ids = tx.all<{ id: string }>('SELECT id FROM alerts').map(({ id }) => id);
    for (let n = 0; n < 60; n += 1) {
      const row = { id: `w-${n}`, alertId: random.pick(ids), createdAt: START };
      tx.insert(alertWatchersTable, { ...row, account: random.pick(['me-1', 'other-1']) });
      const mentions = random.pick([[], ['me-1'], ['me-1', 'other-1'], ['other-1']]);
      const comment = { ...row, id: `c-${n}`, author: 'other-1', text: 'x', editedAt: null };
      tx.insert(alertCommentsTable, { ...comment, mentions });
      if (n % 5 === 0) tx.remove(alertWatchersTable, `w-${n}`);
      if (n % 7 === 0) tx.remove(alertCommentsTable, `c-${n}`);
      if (n % 7 === 1) tx.update(alertCommentsTable, `c-${n}`, { mentions: ['me-1'] });
    }
  });
}

export interface KnownAlert extends MatchedAlert {
  readonly seq: number;
  readonly at: number;
  readonly suspicion: number;
}

/** Every alert, newest first, as a plain look at the tables gives them. */
export function everyAlert({ db }: TestDb): KnownAlert[] {
  return db.read('test.all', (reader) => {
    const keys = new Map(
      reader
        .all<{ seq: number; key: string }>(
          `SELECT m.alert_seq AS seq, lower(hex(g.key)) AS key FROM group_members m
           JOIN alert_groups g ON g.id = m.group_id`,
        )
        .map(({ seq, key }) => [seq, key]),
    );
    const incidents = new Map(
      reader
        .all<{ seq: number; key: string }>(
          `SELECT m.alert_seq AS seq, i.key FROM group_members m
           JOIN alert_groups g ON g.id = m.group_id JOIN incidents i ON i.id = g.incident_id`,
        )
        .map(({ seq, key }) => [seq, key]),
    );
    const decisions = new Map(
      reader
        .all<{ seq: number; suspicion: number; decision: number }>(
          'SELECT alert_seq AS seq, suspicion, decision FROM engine_decisions',
        )
        .map((one) => [one.seq, one]),
    );
    const byAlert = (sql: string) => {
      const found = new Map<string, string[]>();
      for (const { id, account } of reader.all<{ id: string; account: string }>(sql))
        found.set(id, [...(found.get(id) ?? []), account]);
      return found;
    };
    const watched = byAlert(
      'SELECT alert_id AS id, account FROM alert_watchers WHERE deleted_at IS NULL',
    );
    const mentioned = byAlert(
      `SELECT c.alert_id AS id, j.value AS account FROM alert_comments c, json_each(c.mentions) j
       WHERE c.deleted_at IS NULL`,
    );
    return reader
      .rows(alertsTable, 'SELECT * FROM alerts WHERE deleted_at IS NULL')
      .sort((a, b) => b.createdAt - a.createdAt || b.seq - a.seq)
      .map((row) => ({
        ...rowToAlert(row),
        watchedBy: watched.get(row.id) ?? [],
        mentions: mentioned.get(row.id) ?? [],
        suppressedBy: row.suppressedBy,
        closedAutomatically: row.autoClosedAt !== null && row.overturnedAt === null,
        seq: row.seq,
        at: row.createdAt,
        groupKey: keys.get(row.seq) ?? null,
        incidentId: incidents.get(row.seq) ?? null,
        suspicion: decisions.get(row.seq)?.suspicion ?? -1,
        engine: judged(decisions.get(row.seq)?.decision),
      }));
  });
}

function judged(decision: number | undefined): { decision: string } | undefined {
  const name = decision === undefined ? undefined : DECISIONS[decision];
  return name === undefined ? undefined : { decision: name };
}

const quote = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`;

function value(random: Random, texts: readonly string[]): string {
  const text = random.pick(texts);
  if (random.chance(25)) return `${text.slice(0, 1 + random.below(3)).replace(/[\s(),"*]/g, '')}*`;
  if (random.chance(8)) return `*${text.slice(-2).replace(/[\s(),"*]/g, '')}`;
  return quote(random.chance(30) ? text.toUpperCase() : text);
}

const moment = (random: Random) => new Date(START + random.below(400_000) * 1000).toISOString();

function term(random: Random, alerts: readonly KnownAlert[]): string {
  const some = () => random.pick(alerts);
  const terms: readonly (() => string)[] = [
    () => `severity:${random.pick(['critical', 'high,low', '>=high', '<medium', '>low'])}`,
    () => `status:${random.pick(['open', 'active', 'closed', 'resolved,fp', 'in_progress'])}`,
    () => `verdict:${random.pick(['tp', 'benign', 'none', 'fp,none'])}`,
    () => `reason:${random.pick(['TEST', 'none', 'known*'])}`,
    () => `source:${value(random, SOURCES)}`,
    () => `detector:${random.pick(['seldom', 'rule:1', 'rule*', 'none', '*'])}`,
    () => `category:${random.pick(['malware', 'mal_*', 'none'])}`,
    () => `host:${random.chance(10) ? 'none' : value(random, [...HOSTS, 'rare-701'])}`,
    () => `host:rare-*`,
    () => `user:${random.chance(10) ? 'none' : value(random, USERS)}`,
    () =>
      `ip:${random.pick([...ADDRESSES.map(quote), '10.0.0.0/8', '10.0.0.0/23', '2001:db8::/32', '0.0.0.0/0', '10.*', 'none'])}`,
    () => `dest:${random.pick(['10.0.5.7', '10.0.*', '10.0.5.7/32', 'none'])}`,
    () => `tech:${random.pick(['T1021', 't1021.001', 'T11*', 'none', '*', '"odd \\"one\\""'])}`,
    () =>
      `title:${random.pick(['beacon', 'beac', '"port scan"', 'caf*', 'needle', '*eacon', 'a%b_c'])}`,
    () => `text:${random.pick(['then', 'needle', '"then beacon"', 'lateral,café'])}`,
    () => `escalated:${random.pick(['yes', 'no'])}`,
    () => `acted:${random.pick(['yes', 'no'])}`,
    () => random.pick(['overdue:yes', 'overdue:no', 'due:<2h', 'due:30m', 'due:>1d']),
    () => `hour:${random.pick(['07', '3', '00,23', '>=22', '<2', '>23'])}`,
    () => `weekday:${random.pick(['sun', 'monday,tue', 'sat'])}`,
    () => `watched:${random.pick(['me', 'none', '*'])}`,
    () => `mentioned:${random.pick(['me', 'none', '*'])}`,
    () => `closed-by:${random.pick(['me', 'none', '*', 'watchfloor', 'watchfloor,me'])}`,
    () => `closed-after:${moment(random)}`,
    () => `closed-before:${moment(random)}`,
    () => `suppressed:${random.pick(['yes', 'no', 'yes,no'])}`,
    () => `assignee:${random.pick(['me', 'none', '*', 'olga', 'me,olga', 'sven', 'mia*'])}`,
    () =>
      `decision:${random.pick(['escalate', 'esc,none', 'review', 'none', 'benign,auto-close'])}`,
    () => `incident:${random.pick(['none', 'i-0', 'i-7', 'i-1,i-2', some().incidentId ?? 'none'])}`,
    () => `last:${random.pick(['24h', '90m', '2d', '1w'])}`,
    () => `on:${random.pick(['2026-11-02', '2026-11', 'today', 'yesterday', '2026'])}`,
    () => `group:none`,
    () => `after:${moment(random)}`,
    () => `before:${moment(random)}`,
    () => `import:${random.pick(['import-1', 'none'])}`,
    () => `id:${some().id}`,
    () => `group:${some().groupKey}`,
    () =>
      random.pick([
        'needle',
        'beacon',
        'beac',
        'cafe',
        '10.0.5.7',
        '10.1',
        'T1021',
        'T1021.001',
        '"port scan"',
        'nowhere',
        'hay',
        '2001:db8',
        'web-0',
        'müll',
        '😀smile',
        'DROP',
      ]),
  ];
  return random.pick(terms)();
}

function randomQuery(random: Random, alerts: readonly KnownAlert[], depth = 0): string {
  const parts = Array.from({ length: 1 + random.below(3) }, () => {
    const isNested = depth < 2 && random.chance(20);
    const text = isNested ? `(${randomQuery(random, alerts, depth + 1)})` : term(random, alerts);
    return random.chance(22) ? random.pick([`not ${text}`, `-${text}`]) : text;
  });
  return parts.join(random.chance(25) ? ' or ' : ' ');
}

/** A query, and often the filters of before beside it. */
export function randomFilter(
  random: Random,
  alerts: readonly KnownAlert[],
): AlertFilter & { query: string } {
  return {
    query: randomQuery(random, alerts),
    ...(random.chance(15) ? { severity: [random.pick(SEVERITIES)] } : {}),
    ...(random.chance(15) ? { status: [random.pick(ALERT_STATUSES), 'OPEN' as const] } : {}),
    ...(random.chance(10) ? { source: random.pick(SOURCES) } : {}),
    ...(random.chance(10) ? { from: moment(random) } : {}),
    ...(random.chance(10) ? { to: moment(random) } : {}),
    ...(random.chance(20) ? { zone: random.pick(['Asia/Kolkata', 'America/New_York']) } : {}),
    ...(random.chance(10) ? { suppressed: random.pick(['only', 'with'] as const) } : {}),
    ...(random.chance(5) ? { suppressedBy: random.pick(RULES) } : {}),
  };
}
