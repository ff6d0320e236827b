/**
 * Labelled alerts as CSV, plain or gzipped, in the columns of the AIT Alert Data Set: time (Unix
 * seconds), name, ip, host, and event_label ('-' is benign). Read as a stream; of repeats only counts are
 * kept, so that memory grows with groups and not with alerts.
 */
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { createGunzip } from 'node:zlib';
import { parse } from 'csv-parse';
import { createKeyMaker, DEFAULT_RULES } from '../../src/main/db/groups/group-rules.ts';
import { windowOf } from '../../src/shared/areas/incidents/groups.rules.ts';

const BENIGN = '-';
const NEEDED = ['time', 'name', 'host', 'event_label'];

/** One group of repeats, as the product groups them by default. */
export interface EvalGroup {
  readonly key: string;
  /** Quarter of an hour, counted from 1970. */
  readonly window: number;
  readonly source: string;
  readonly detector: string;
  readonly title: string;
  readonly host: string | null;
  readonly address: string | null;
  readonly entities: readonly string[];
  /** Ms. */
  readonly firstAt: number;
  readonly repeats: number;
  /** How many of each attack; benign ones are not among them. */
  readonly attacks: ReadonlyMap<string, number>;
}

export interface EvalSet {
  readonly name: string;
  readonly alerts: number;
  readonly malicious: number;
  /** In the order of time. */
  readonly groups: readonly EvalGroup[];
  readonly mixed: number;
}

export const isMalicious = (group: EvalGroup): boolean => group.attacks.size > 0;

type Building = Omit<EvalGroup, 'entities' | 'attacks' | 'firstAt' | 'repeats'> & {
  entities: Set<string>;
  attacks: Map<string, number>;
  firstAt: number;
  repeats: number;
};

/** 'Wazuh: sshd: …' is of the source Wazuh. */
function splitName(name: string): { source: string; detector: string } {
  const colon = name.indexOf(': ');
  if (colon <= 0 || colon > 40) return { source: 'file', detector: name };
  return { source: name.slice(0, colon), detector: name.slice(colon + 2) };
}

type Row = Readonly<Record<string, string>>;

function createGrouper() {
  const keyOf = createKeyMaker(DEFAULT_RULES);
  const groups = new Map<string, Building>();
  const totals = { alerts: 0, malicious: 0, skipped: 0 };

  function add(row: Row): void {
    const at = Number(row.time) * 1000;
    if (!Number.isFinite(at) || row.name === undefined || row.name === '') {
      totals.skipped++;
      return;
    }
    const { source, detector } = splitName(row.name);
    const host = row.host === '' ? null : (row.host ?? null);
    const address = row.ip === '' ? null : (row.ip ?? null);
    const key = keyOf({
      ...{ source, title: row.name, detector, severity: 'MEDIUM', category: null },
      ...{ sourceHost: host, sourceUser: null, sourceIp: address, destIp: null, createdAt: at },
    }).toString('hex');
    const known = groups.get(key);
    const group: Building = known ?? {
      ...{ key, window: windowOf(at), source, detector, title: row.name, host, address },
      ...{ entities: new Set(), attacks: new Map(), firstAt: at, repeats: 0 },
    };
    if (!known) groups.set(key, group);
    group.repeats++;
    group.firstAt = Math.min(group.firstAt, at);
    if (host !== null) group.entities.add(`host:${host}`);
    if (address !== null) group.entities.add(`address:${address}`);
    totals.alerts++;
    const label = row.event_label ?? BENIGN;
    if (label === BENIGN) return;
    totals.malicious++;
    group.attacks.set(label, (group.attacks.get(label) ?? 0) + 1);
  }

  return { add, groups, totals };
}

/** @throws Error that says what is wrong with the file. */
export async function readAlertFile(path: string): Promise<EvalSet> {
  const { add, groups, totals } = createGrouper();
  const bytes = createReadStream(path);
  const text = path.endsWith('.gz') ? bytes.pipe(createGunzip()) : bytes;
  const rows = text.pipe(
    parse({ columns: true, relax_column_count: true, relax_quotes: true, bom: true }),
  );
  for (const stream of [bytes, text]) stream.on('error', (error: Error) => rows.destroy(error));
  let isFirst = true;
  for await (const row of rows as AsyncIterable<Row>) {
    if (isFirst) {
      const missing = NEEDED.filter((column) => row[column] === undefined);
      if (missing.length > 0) throw new Error(`No column ${missing.join(', ')}`);
      isFirst = false;
    }
    add(row);
  }
  if (totals.alerts === 0) throw new Error('No alerts in it');
  const sorted = [...groups.values()]
    .sort((a, b) => a.window - b.window || (a.key < b.key ? -1 : 1))
    .map((group): EvalGroup => ({ ...group, entities: [...group.entities].sort() }));
  return {
    name: basename(path).replace(/\.csv(?:\.gz)?$/, ''),
    alerts: totals.alerts,
    malicious: totals.malicious,
    groups: sorted,
    mixed: sorted.filter((group) => isMixed(group)).length,
  };
}

function isMixed(group: EvalGroup): boolean {
  const attacks = [...group.attacks.values()].reduce((sum, count) => sum + count, 0);
  return attacks > 0 && attacks < group.repeats;
}
