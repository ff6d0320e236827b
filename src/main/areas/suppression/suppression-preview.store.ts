/**
 * What a scope would have hidden. The candidates come from the search index where the scope names
 * something that is a word of it, else from the queue's own ranges; each is then held against the scope
 * itself, so that the figures are exact.
 */
import type { Alert } from '../../../shared/areas/alerts/alerts.contract.ts';
import { ALERT_STATUSES } from '../../../shared/areas/alerts/alerts.contract.ts';
import { scopeTest } from '../../../shared/areas/suppression/scope-match.rules.ts';
import type { SuppressionPreview } from '../../../shared/areas/suppression/suppression.contract.ts';
import {
  isWithinCeiling,
  SUPPRESSION_PREVIEW_DAYS,
  type SuppressionScope,
  titleWordsOf,
} from '../../../shared/areas/suppression/suppression.rules.ts';
import { SEVERITIES, type Severity } from '../../../shared/kernel/severity.ts';
import { DAY_MS, toIso } from '../../../shared/kernel/time.ts';
import type { Bound, ReadDb } from '../../db/database.ts';
import type { RowOf } from '../../db/statements.ts';
import { alertsTable } from '../../db/tables/alerts.table.ts';

const SHOWN = 10;
const IPV4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;

type AlertRow = RowOf<typeof alertsTable>;
/** Of the alerts area, handed over by the wiring. */
export type ToAlert = (row: AlertRow) => Alert;

const previewSince = (now: number): number => now - SUPPRESSION_PREVIEW_DAYS * DAY_MS;

const quoted = (text: string) => `"${text.replaceAll('"', ' ').replaceAll('\0', ' ')}"`;
const anyOf = (terms: readonly string[]) => `(${terms.join(' OR ')})`;
const isWord = (text: string) => !text.includes('*') && /[\p{L}\p{N}]/u.test(text);

/** A query of the search index that finds at least what the scope means; null where it cannot say. */
function candidateMatch(scope: SuppressionScope): string | null {
  const parts: string[] = [];
  if (scope.hosts.length > 0 && scope.hosts.every(isWord))
    parts.push(anyOf(scope.hosts.map((host) => `source_host : ${quoted(host)}`)));
  if (scope.users.length > 0 && scope.users.every(isWord))
    parts.push(anyOf(scope.users.map((user) => `source_user : ${quoted(user)}`)));
  if (scope.addresses.length > 0 && scope.addresses.every((address) => IPV4.test(address))) {
    const words = scope.addresses.map((address) => address.replaceAll('.', 'x'));
    // The same address as IPv6 (RFC 4291, 2.5.5.2) is another word.
    parts.push(
      anyOf(
        words.flatMap((word) => [word, `xxffffx${word}`]).map((w) => `entity_terms : ${quoted(w)}`),
      ),
    );
  }
  if (scope.techniques.length > 0)
    parts.push(
      anyOf(
        scope.techniques.map((id) => {
          const word = quoted(id.toLowerCase().replace('.', 'x'));
          return `entity_terms : ${word}${id.includes('.') ? '' : ' *'}`;
        }),
      ),
    );
  parts.push(...scope.titleWords.flatMap(titleWordsOf).map((word) => `title : ${quoted(word)}`));
  return parts.length === 0 ? null : parts.join(' AND ');
}

interface Range {
  readonly sql: string;
  readonly values: readonly Bound[];
}

/** Open alerts of any time, and the others of the last days, hidden or not. */
function candidateRanges(scope: SuppressionScope, since: number): Range[] {
  const severities = SEVERITIES.filter((severity) => isWithinCeiling(severity, scope.maxSeverity));
  const sources = scope.sources.length > 0 ? scope.sources : [null];
  return ['IS NULL', 'IS NOT NULL'].flatMap((hidden) =>
    ALERT_STATUSES.flatMap((status) =>
      severities.flatMap((severity) =>
        sources.map((source) => {
          const isOfAnyTime = status === 'OPEN' && hidden === 'IS NULL';
          return {
            sql: `SELECT seq FROM alerts WHERE ${source === null ? '' : 'source = ? AND'} status = ? AND severity = ?
              AND created_at >= ? AND suppressed_by ${hidden} AND deleted_at IS NULL`,
            values: [
              ...(source === null ? [] : [source]),
              status,
              severity,
              isOfAnyTime ? Number.MIN_SAFE_INTEGER : since,
            ],
          };
        }),
      ),
    ),
  );
}

/** `seq` of what may be meant; null where there are more than `most`. */
export function candidateSeqs(
  db: ReadDb,
  scope: SuppressionScope,
  now: number,
  most: number,
): number[] | null {
  const match = candidateMatch(scope);
  const queries: Range[] =
    match === null
      ? candidateRanges(scope, previewSince(now))
      : [
          {
            sql: 'SELECT rowid AS seq FROM alerts_fts WHERE alerts_fts MATCH ?',
            values: [match],
          },
        ];
  const seqs: number[] = [];
  for (const { sql, values } of queries) {
    const limit = most === Number.POSITIVE_INFINITY ? -1 : most + 1 - seqs.length;
    for (const { seq } of db.iterate<{ seq: number }>(`${sql} LIMIT ?`, ...values, limit))
      seqs.push(seq);
    if (seqs.length > most) return null;
  }
  return seqs;
}

/** A person said that it was what it looked like; an automatic closing that nobody took back says nothing. */
const isTruePositive = (row: AlertRow): boolean =>
  (row.autoClosedAt === null || row.overturnedAt !== null) &&
  (row.verdict === 'TRUE_POSITIVE' ||
    (row.verdict === null && row.status === 'RESOLVED' && row.firstActionAt !== null));

/** Those that belong to an incident which somebody took in hand, or which links several groups and is severe. */
function readIncidentMembers(db: ReadDb, seqs: readonly number[]): Set<number> {
  const rows = db.all<{ seq: number }>(
    `SELECT m.alert_seq AS seq FROM json_each(?) j JOIN group_members m ON m.alert_seq = j.value
     JOIN alert_groups g ON g.id = m.group_id JOIN incidents i ON i.id = g.incident_id
     WHERE i.has_record = 1 OR (i.n_groups > 1 AND i.severity_rank >= 2)`,
    JSON.stringify(seqs),
  );
  return new Set(rows.map(({ seq }) => seq));
}

/** Adds up a preview, some candidates at a time. */
export function createPreview(scope: SuppressionScope, now: number, toAlert: ToAlert) {
  const since = previewSince(now);
  const isMeant = scopeTest(scope);
  const bySeverity: Partial<Record<Severity, number>> = {};
  const bySource = new Map<string, number>();
  const figures = { total: 0, hiddenAlready: 0, waiting: 0, truePositives: 0, inIncidents: 0 };
  let samples: AlertRow[] = [];
  let warnings: { row: AlertRow; why: 'true-positive' | 'incident' }[] = [];
  const isNewer = (a: AlertRow, b: AlertRow) => b.createdAt - a.createdAt || b.seq - a.seq;

  function count(row: AlertRow, isInIncident: boolean): void {
    figures.total += 1;
    bySeverity[row.severity] = (bySeverity[row.severity] ?? 0) + 1;
    bySource.set(row.source, (bySource.get(row.source) ?? 0) + 1);
    if (row.suppressedBy !== null) figures.hiddenAlready += 1;
    const isTrue = isTruePositive(row);
    if (isTrue) figures.truePositives += 1;
    if (isInIncident) figures.inIncidents += 1;
    if (isTrue || isInIncident) warnings.push({ row, why: isTrue ? 'true-positive' : 'incident' });
  }

  return {
    add(db: ReadDb, seqs: readonly number[]): void {
      const rows = db
        .rows(
          alertsTable,
          'SELECT * FROM alerts WHERE seq IN (SELECT value FROM json_each(?)) AND deleted_at IS NULL',
          JSON.stringify(seqs),
        )
        .filter(isMeant);
      figures.waiting += rows.filter(
        ({ status, suppressedBy }) => status === 'OPEN' && suppressedBy === null,
      ).length;
      const recent = rows.filter(({ createdAt }) => createdAt >= since);
      const members = readIncidentMembers(
        db,
        recent.map(({ seq }) => seq),
      );
      for (const row of recent) count(row, row.escalated || members.has(row.seq));
      samples = [...samples, ...recent].sort(isNewer).slice(0, SHOWN);
      warnings = warnings.sort((a, b) => isNewer(a.row, b.row)).slice(0, SHOWN);
    },

    result: (): SuppressionPreview => ({
      since: toIso(since),
      ...figures,
      bySeverity: Object.fromEntries(
        SEVERITIES.map((severity) => [severity, bySeverity[severity] ?? 0]),
      ) as SuppressionPreview['bySeverity'],
      bySource: [...bySource]
        .map(([source, n]) => ({ source, count: n }))
        .sort((a, b) => b.count - a.count || (a.source < b.source ? -1 : 1))
        .slice(0, SHOWN),
      samples: samples.map(toAlert),
      warnings: warnings.map(({ row, why }) => ({ alert: toAlert(row), why })),
    }),
  };
}
