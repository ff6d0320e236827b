/**
 * How well linking finds incidents that people found: pairs of alerts that people put together against
 * pairs that linking put together, at the product's default strictness. Nothing is tuned here.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_STRICTNESS } from '../../src/shared/areas/incidents/incidents.rules.ts';
import { linkPlain, type PlainGroup } from '../helpers/link-groups.ts';
import type { EvalGroup } from './alert-file.ts';

const WINDOW_MS = 15 * 60_000;
export const SENTINEL_FILE = 'sentinel-alerts.ndjson';
export const INCIDENT_FILE = 'incident-of-alert.csv';

interface Labelled extends PlainGroup {
  readonly alerts: number;
  /** What people say it belongs to; null: to nothing. */
  readonly label: string | null;
}

interface RawAlert {
  readonly detector: string;
  readonly at: number;
  readonly principal: string;
  readonly entities: readonly string[];
  readonly label: string | null;
}

/** Repeats as docs/spec/groups.md describes them: detector, principal, window of 15 minutes. */
function groupAlerts(alerts: readonly RawAlert[]): Labelled[] {
  const byKey = Map.groupBy(alerts, ({ detector, principal, at }) => {
    const text = [detector, principal, Math.floor(at / WINDOW_MS)].join('\u0000');
    return createHash('sha256').update(text).digest('hex').slice(0, 32);
  });
  return [...byKey].map(([key, repeats]) => {
    const labels = [...Map.groupBy(repeats, ({ label }) => label)];
    return {
      key,
      window: Math.floor((repeats[0]?.at ?? 0) / WINDOW_MS),
      alerts: repeats.length,
      entities: [...new Set(repeats.flatMap(({ entities }) => entities))],
      label: labels.sort((a, b) => b[1].length - a[1].length)[0]?.[0] ?? null,
    };
  });
}

interface Sentinel {
  readonly SystemAlertId: string;
  readonly StartTime: string;
  readonly DisplayName: string;
  readonly Entities: unknown;
}

/** Hosts, accounts, addresses, file hashes and mailboxes of Sentinel's `Entities`, at any depth. */
function sentinelEntities(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value !== 'object' || value === null) return found;
  const text = (name: string): string =>
    String((value as Record<string, unknown>)[name] ?? '').toLowerCase();
  const add = (kind: string, name: string) => {
    if (name !== '') found.add(`${kind}:${name}`);
  };
  const type = text('Type');
  if (type === 'host') add('host', text('HostName'));
  if (type === 'account')
    add('user', (text('UserPrincipalName') || text('Name')).replace(/@.*$|^.*\\/g, ''));
  if (type === 'ip') add('address', text('Address'));
  if (type === 'filehash') add('hash', text('Value'));
  if (type === 'mailbox') add('mailbox', text('MailboxPrimaryAddress'));
  for (const child of Object.values(value)) sentinelEntities(child, found);
  return found;
}

function readSentinel(folder: string): RawAlert[] {
  const labels = new Map(
    readFileSync(join(folder, INCIDENT_FILE), 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(',') as [string, string]),
  );
  return readFileSync(join(folder, SENTINEL_FILE), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const alert = JSON.parse(line) as Sentinel;
      const entities = [...sentinelEntities(alert.Entities)].sort();
      const one = (kind: string) => entities.find((name) => name.startsWith(`${kind}:`));
      return {
        detector: alert.DisplayName,
        at: Date.parse(alert.StartTime.replace(' ', 'T')),
        principal: one('host') ?? one('user') ?? one('address') ?? '',
        entities,
        label: labels.get(alert.SystemAlertId) ?? null,
      };
    });
}

export interface LinkFigures {
  readonly alerts: number;
  readonly groups: number;
  readonly incidents: number;
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

const pairsOf = (n: number): number => (n * (n - 1)) / 2;

/** Over pairs of alerts. A pair of two alerts without a label is nobody's business and left out. */
function compare(groups: readonly Labelled[]): LinkFigures {
  const incidentOf = linkPlain(groups, { strictness: DEFAULT_STRICTNESS });
  const byLabel = new Map<string, number>();
  const byIncident = new Map<string, Map<string | null, number>>();
  for (const { key, label, alerts } of groups) {
    const incident = incidentOf.get(key) ?? '';
    const labels = byIncident.get(incident) ?? new Map<string | null, number>();
    byIncident.set(incident, labels.set(label, (labels.get(label) ?? 0) + alerts));
    if (label !== null) byLabel.set(label, (byLabel.get(label) ?? 0) + alerts);
  }
  let [both, linked] = [0, 0];
  for (const labels of byIncident.values()) {
    const all = [...labels.values()].reduce((sum, n) => sum + n, 0);
    linked += pairsOf(all) - pairsOf(labels.get(null) ?? 0);
    for (const [label, n] of labels) if (label !== null) both += pairsOf(n);
  }
  const wanted = [...byLabel.values()].reduce((sum, n) => sum + pairsOf(n), 0);
  const precision = linked === 0 ? 1 : both / linked;
  const recall = wanted === 0 ? 1 : both / wanted;
  return {
    alerts: groups.reduce((sum, { alerts }) => sum + alerts, 0),
    groups: groups.length,
    incidents: byIncident.size,
    precision,
    recall,
    f1: precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall),
  };
}

/** Incidents that people made of alerts of Microsoft Sentinel. */
export const linkSentinel = (folder: string): LinkFigures =>
  compare(groupAlerts(readSentinel(folder)));

/** One attack chain among benign alerts: all of its alerts belong together. */
export function linkLabelled(groups: readonly EvalGroup[]): LinkFigures {
  return compare(
    groups.map(({ key, window, entities, repeats, attacks }) => {
      const malicious = [...attacks.values()].reduce((sum, count) => sum + count, 0);
      return {
        key,
        window,
        entities,
        alerts: repeats,
        label: 2 * malicious > repeats ? 'attack' : null,
      };
    }),
  );
}
