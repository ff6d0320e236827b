/** Who logged on from where to where: logons by account, source, target and type, and what of it is drawn. */
import { compareMoments, type Moment } from '../timeline/moment.ts';
import type { LogonFacts } from './logon-facts.ts';

/** Names are attackers'. Times are aligned. */
export interface LogonRow {
  readonly account: string;
  readonly source: string;
  readonly target: string;
  readonly logonType: string;
  readonly successes: number;
  readonly failures: number;
  readonly logoffs: number;
  /** Sessions that were given special privileges (4672). */
  readonly privileged: number;
  readonly first: Moment | null;
  readonly last: Moment | null;
  /** A logon of the system itself, a service or a machine account. */
  readonly isSystem: boolean;
  /** The first event of it, to be shown. */
  readonly eventId: number;
}

export interface LogonGraph {
  /** The most frequent first; failures count as logons. */
  readonly rows: readonly LogonRow[];
  readonly summary: {
    readonly events: number;
    readonly accounts: number;
    readonly sources: number;
    readonly targets: number;
    readonly failures: number;
    /** Rows beyond the limit. */
    readonly leftOut: number;
  };
}

const MOST_LOGON_ROWS = 5_000;
/** While reading: what a flood of made-up names can take of memory. */
const MOST_KEPT = 200_000;
const MOST_SESSIONS = 200_000;

const SYSTEM =
  /^(?:(?:nt authority|nt-autorität|autorite nt|window manager|font driver host|nt service|iis apppool)\\|(?:system|anonymous logon|local service|network service)$)/i;
const SYSTEM_NAME = /\\(?:system|anonymous logon|local service|network service|dwm-\d+|umfd-\d+)$/i;

const isSystemAccount = (account: string, logonType: string): boolean =>
  SYSTEM.test(account) ||
  SYSTEM_NAME.test(account) ||
  account.endsWith('$') ||
  logonType.startsWith('5 ') ||
  logonType.startsWith('0 ');

type Written = { -readonly [K in keyof LogonRow]: LogonRow[K] };

export interface LogonGrowing {
  add(facts: LogonFacts): void;
  done(limit?: number): LogonGraph;
}

/** Takes logons in any order. */
export function growLogonGraph(): LogonGrowing {
  const rows = new Map<string, Written>();
  const sessions = new Map<string, Written>();
  /** A privilege or a logoff may come before its logon is read. */
  const early = new Map<string, { privileged: number; logoffs: number }>();
  let events = 0;
  let overfull = 0;

  function rowOf(facts: LogonFacts): Written | undefined {
    const key = JSON.stringify([facts.account, facts.source, facts.target, facts.logonType]);
    const known = rows.get(key);
    if (known) return known;
    if (rows.size >= MOST_KEPT) {
      overfull++;
      return undefined;
    }
    const row: Written = {
      ...{ account: facts.account, source: facts.source, target: facts.target },
      ...{ logonType: facts.logonType, successes: 0, failures: 0, logoffs: 0, privileged: 0 },
      ...{ first: null, last: null, eventId: facts.eventId },
      isSystem: isSystemAccount(facts.account, facts.logonType),
    };
    rows.set(key, row);
    return row;
  }

  function ofSession(key: string, what: 'privileged' | 'logoffs'): void {
    const row = sessions.get(key);
    if (row) {
      row[what]++;
      return;
    }
    const waiting = early.get(key) ?? { privileged: 0, logoffs: 0 };
    waiting[what]++;
    if (early.size < MOST_SESSIONS) early.set(key, waiting);
  }

  function join(session: string, row: Written): void {
    const waiting = early.get(session);
    row.privileged += waiting?.privileged ?? 0;
    row.logoffs += waiting?.logoffs ?? 0;
    early.delete(session);
    if (sessions.size < MOST_SESSIONS) sessions.set(session, row);
  }

  return {
    add(facts) {
      events++;
      const session = facts.session === null ? null : `${facts.session}@${facts.target}`;
      if (facts.type === 'privileged' || facts.type === 'logoff') {
        if (session !== null)
          ofSession(session, facts.type === 'logoff' ? 'logoffs' : 'privileged');
        return;
      }
      const row = rowOf(facts);
      if (!row) return;
      countIn(row, facts);
      if (session === null || facts.type !== 'success') return;
      join(session, row);
    },
    done(limit = MOST_LOGON_ROWS) {
      const all = [...rows.values()].sort(inOrder);
      const count = (of: (row: LogonRow) => string) => new Set(all.map(of)).size;
      return {
        rows: all.slice(0, limit),
        summary: {
          ...{ events, accounts: count((row) => row.account) },
          ...{ sources: count((row) => row.source), targets: count((row) => row.target) },
          failures: all.reduce((sum, row) => sum + row.failures, 0),
          leftOut: Math.max(0, all.length - limit) + overfull,
        },
      };
    },
  };
}

function countIn(row: Written, { type, at, eventId }: LogonFacts): void {
  if (type === 'failure') row.failures++;
  else row.successes++;
  if (at === null) return;
  if (row.first === null || compareMoments(at, row.first) < 0) {
    row.first = at;
    row.eventId = eventId;
  }
  if (row.last === null || compareMoments(at, row.last) > 0) row.last = at;
}

const sizeOf = ({ successes, failures }: LogonRow): number => successes + failures;
const inOrder = (a: LogonRow, b: LogonRow): number =>
  sizeOf(b) - sizeOf(a) ||
  (a.account < b.account ? -1 : a.account > b.account ? 1 : 0) ||
  (a.target < b.target ? -1 : a.target > b.target ? 1 : 0) ||
  (a.source < b.source ? -1 : 1);

export type LogonColumn = 'source' | 'account' | 'target';
export interface DrawnNode {
  readonly column: LogonColumn;
  readonly name: string;
  readonly logons: number;
  readonly failures: number;
}
export interface DrawnEdge {
  readonly from: DrawnNode;
  readonly to: DrawnNode;
  readonly logons: number;
  readonly failures: number;
}
export interface DrawnGraph {
  readonly columns: Readonly<Record<LogonColumn, readonly DrawnNode[]>>;
  readonly edges: readonly DrawnEdge[];
  /** Names that are in the table only. */
  readonly hidden: number;
}

/** Three columns, sources to accounts to targets, each with its most frequent names. */
export function drawLogons(rows: readonly LogonRow[], perColumn: number): DrawnGraph {
  const columns = {
    source: mostOf(rows, 'source', perColumn),
    account: mostOf(rows, 'account', perColumn),
    target: mostOf(rows, 'target', perColumn),
  };
  const edges = [
    ...edgesOf(rows, columns.source.shown, columns.account.shown),
    ...edgesOf(rows, columns.account.shown, columns.target.shown),
  ];
  const shown = (column: LogonColumn) => [...columns[column].shown.values()];
  return {
    columns: { source: shown('source'), account: shown('account'), target: shown('target') },
    edges,
    hidden: columns.source.hidden + columns.account.hidden + columns.target.hidden,
  };
}

function mostOf(rows: readonly LogonRow[], column: LogonColumn, most: number) {
  const sums = new Map<string, { logons: number; failures: number }>();
  for (const row of rows) {
    const sum = sums.get(row[column]) ?? { logons: 0, failures: 0 };
    sum.logons += sizeOf(row);
    sum.failures += row.failures;
    sums.set(row[column], sum);
  }
  const sorted = [...sums].sort(
    ([a, one], [b, other]) => other.logons - one.logons || (a < b ? -1 : 1),
  );
  return {
    shown: new Map(sorted.slice(0, most).map(([name, sum]) => [name, { column, name, ...sum }])),
    hidden: Math.max(0, sorted.length - most),
  };
}

function edgesOf(
  rows: readonly LogonRow[],
  left: ReadonlyMap<string, DrawnNode>,
  right: ReadonlyMap<string, DrawnNode>,
): DrawnEdge[] {
  const edges = new Map<
    string,
    { from: DrawnNode; to: DrawnNode; logons: number; failures: number }
  >();
  const [a, b] = [left.values().next().value, right.values().next().value];
  if (!a || !b) return [];
  for (const row of rows) {
    const [from, to] = [left.get(row[a.column]), right.get(row[b.column])];
    if (!from || !to) continue;
    const key = JSON.stringify([from.name, to.name]);
    const edge = edges.get(key) ?? { from, to, logons: 0, failures: 0 };
    edge.logons += sizeOf(row);
    edge.failures += row.failures;
    edges.set(key, edge);
  }
  return [...edges.values()].sort((one, other) => one.logons - other.logons);
}
