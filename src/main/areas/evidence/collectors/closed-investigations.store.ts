/** Investigations that were closed in a period, frozen as they were closed; none that few may see. */
import { toIso } from '../../../../shared/kernel/time.ts';
import type { ReadDb } from '../../../db/database.ts';
import { type Collector, daysOf, type Period, toJson } from './collector.ts';

interface ClosedRow {
  id: string;
  incident_id: string;
  title: string;
  description: string | null;
  investigation_type: string | null;
  priority: string;
  investigator: string | null;
  findings: string | null;
  iocs: string | null;
  timeline: string | null;
  tools: string | null;
  created_at: number;
  closed_at: number;
  closed_by: string | null;
  closing_reason: string | null;
  verdict: string | null;
  closing_verdict: string | null;
}

const parsed = (json: string | null): unknown => (json === null ? null : JSON.parse(json));

function closedBy(db: ReadDb, { id, closed_by, closed_at }: ClosedRow): string | null {
  if (closed_by !== null)
    return (
      db.get<{ email: string }>('SELECT email FROM users WHERE id = ?', closed_by)?.email ?? null
    );
  // Until 0036 the audit log alone knew.
  const row = db.get<{ name: string | null }>(
    `SELECT u.email AS name FROM audit_log a LEFT JOIN users u ON u.id = a.actor
     WHERE a.record_id = ? AND a.at <= ? AND json_extract(a.changes, '$.completedAt') IS NOT NULL
     ORDER BY a.seq DESC LIMIT 1`,
    id,
    closed_at,
  );
  return row?.name ?? null;
}

function closedIn(db: ReadDb, { from, to }: Period) {
  const rows = db.all<ClosedRow>(
    `SELECT * FROM forensic_investigations WHERE deleted_at IS NULL AND restricted_to IS NULL
     AND closed_at >= ? AND closed_at < ? ORDER BY closed_at, id`,
    from,
    to,
  );
  return rows.map((row) => ({
    id: row.id,
    incidentId: row.incident_id,
    title: row.title,
    description: row.description,
    type: row.investigation_type,
    priority: row.priority,
    openedAt: toIso(row.created_at),
    closedAt: toIso(row.closed_at),
    closedBy: closedBy(db, row),
    reason: row.closing_reason,
    verdict: row.closing_verdict ?? row.verdict,
    findings: parsed(row.findings),
    timeline: parsed(row.timeline),
    indicators: parsed(row.iocs),
    tools: parsed(row.tools),
  }));
}

export const collectClosedInvestigations: Collector = ({ db, period, version }) => {
  const investigations = closedIn(db, period);
  if (investigations.length === 0) return null;
  const count = investigations.length;
  return {
    fileName: `closed-investigations-${daysOf(period)}.json`,
    mediaType: 'application/json',
    text: toJson({
      what: 'Investigations closed in the period',
      writtenBy: `Watchfloor ${version}`,
      from: toIso(period.from),
      to: toIso(period.to),
      investigations,
    }),
    summary: count === 1 ? '1 investigation was closed' : `${count} investigations were closed`,
  };
};
