/** The facts a draft may rest on, as lines of text: read here, written nowhere. */
import type { DraftKind } from '../../../shared/areas/models/drafts.contract.ts';
import type { PreviewRecord } from '../../../shared/areas/models/redaction.contract.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { ReadDb } from '../../db/database.ts';
import { readWorkspaceSettings } from '../../db/settings-reader.ts';

export interface RecordFacts {
  readonly title: string;
  readonly lines: readonly string[];
}

const MOST_LINES = 60;
const LINE_MAX = 4000;

type Row = Readonly<Record<string, string | number | null>>;

const day = (at: number): string => toIso(at).slice(0, 10);

/** `label: value` of what is there. */
function lines(row: Row): string[] {
  return Object.entries(row)
    .filter(([, value]) => value !== null && value !== '')
    .map(([label, value]) => `${label}: ${String(value).slice(0, LINE_MAX)}`);
}

function controlFacts(db: ReadDb, id: string): RecordFacts | null {
  const row = db.get<Row & { title: string; next: number | null }>(
    `SELECT c.control_id AS control, c.title, c.description, c.requirement, c.category, c.status,
       c.priority, f.name AS framework, c.next_assessment AS next
     FROM controls c LEFT JOIN compliance_frameworks f ON f.id = c.framework_id
     WHERE c.id = ? AND c.deleted_at IS NULL`,
    id,
  );
  if (!row) return null;
  const { next, ...facts } = row;
  const evidence = db.all<{ title: string; status: string; expires: number | null }>(
    `SELECT e.title, CASE e.is_valid WHEN 1 THEN 'valid' ELSE 'not valid' END AS status,
       e.expiration_date AS expires FROM control_evidence l
     JOIN evidence e ON e.id = l.evidence_id AND e.deleted_at IS NULL
     WHERE l.control_id = ? AND l.deleted_at IS NULL ORDER BY e.created_at DESC LIMIT 20`,
    id,
  );
  return {
    title: row.title,
    lines: [
      ...lines(facts),
      ...(next === null ? [] : [`next assessment: ${day(next)}`]),
      ...(evidence.length === 0 ? ['evidence: none'] : []),
      ...evidence.map(
        ({ title, status, expires }) =>
          `evidence: ${title} (${status}${expires === null ? '' : `, valid until ${day(expires)}`})`,
      ),
    ],
  };
}

function policyFacts(db: ReadDb, id: string): RecordFacts | null {
  const row = db.get<Row & { title: string }>(
    `SELECT p.title, p.description, p.category, p.status, p.review_months AS "months between reviews",
       trim(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')) AS owner,
       coalesce(w.content, v.content, p.content) AS text
     FROM policies p LEFT JOIN users u ON u.id = p.owner
     LEFT JOIN policy_versions w ON w.id = p.working_version_id
     LEFT JOIN policy_versions v ON v.id = p.current_version_id
     WHERE p.id = ? AND p.deleted_at IS NULL`,
    id,
  );
  if (!row) return null;
  const controls = db.all<{ ref: string; title: string }>(
    `SELECT c.control_id AS ref, c.title FROM policy_controls l
     JOIN controls c ON c.id = l.control_id AND c.deleted_at IS NULL
     WHERE l.policy_id = ? AND l.deleted_at IS NULL ORDER BY c.control_id LIMIT 40`,
    id,
  );
  return {
    title: row.title,
    lines: [...lines(row), ...controls.map(({ ref, title }) => `control: ${ref} ${title}`)],
  };
}

function riskFacts(db: ReadDb, id: string): RecordFacts | null {
  const row = db.get<Row & { title: string }>(
    `SELECT r.title, r.description, r.category, r.status, r.likelihood, r.impact,
       r.risk_score AS score, r.residual_risk AS "residual risk", r.mitigation_plan AS "mitigation plan",
       r.target_date AS "target date", r.next_review AS "next review",
       trim(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')) AS owner
     FROM risks r LEFT JOIN users u ON u.id = r.owner WHERE r.id = ? AND r.deleted_at IS NULL`,
    id,
  );
  if (!row) return null;
  const controls = db.all<{ ref: string; title: string; status: string }>(
    `SELECT c.control_id AS ref, c.title, c.status FROM risk_controls l
     JOIN controls c ON c.id = l.control_id AND c.deleted_at IS NULL
     WHERE l.risk_id = ? AND l.deleted_at IS NULL ORDER BY c.control_id LIMIT 40`,
    id,
  );
  return {
    title: row.title,
    lines: [
      ...lines(row),
      ...controls.map(({ ref, title, status }) => `control: ${ref} ${title} (${status})`),
    ],
  };
}

function alertFacts(db: ReadDb, id: string): RecordFacts | null {
  const row = db.get<Row & { title: string }>(
    `SELECT title, description, severity, status, source, source_host AS host, source_user AS user,
       detector,
       source_ip AS "source address", dest_ip AS "target address", closing_note AS "closing note"
     FROM alerts WHERE id = ? AND deleted_at IS NULL`,
    id,
  );
  if (!row) return null;
  const notes = db.all<{ text: string }>(
    `SELECT text FROM alert_comments WHERE alert_id = ? AND deleted_at IS NULL
     ORDER BY created_at LIMIT 20`,
    id,
  );
  return { title: row.title, lines: [...lines(row), ...notes.map(({ text }) => `note: ${text}`)] };
}

function incidentFacts(db: ReadDb, id: string): RecordFacts | null {
  const row = db.get<Row & { name: string }>(
    'SELECT name, techniques FROM incidents WHERE key = ?',
    id,
  );
  return row ? { title: row.name, lines: lines(row) } : null;
}

const READERS: Readonly<Record<PreviewRecord, (db: ReadDb, id: string) => RecordFacts | null>> = {
  alert: alertFacts,
  incident: incidentFacts,
  control: controlFacts,
  policy: policyFacts,
  risk: riskFacts,
};

/** Null where there is no such record. */
export function readFacts(db: ReadDb, kind: PreviewRecord, id: string): RecordFacts | null {
  const facts = READERS[kind](db, id);
  return facts && { ...facts, lines: facts.lines.slice(0, MOST_LINES) };
}

/** What texts of this workspace may rest on besides their record. */
export function readWorkspaceFacts(db: ReadDb, kind: DraftKind): string[] {
  const names = db.all<{ id: string; value: string }>(
    "SELECT id, value FROM policy_values WHERE deleted_at IS NULL AND value <> ''",
  );
  const own = names.map(({ id, value }) =>
    id === 'workspace.name' ? `organization: ${value}` : `${id}: ${value}`,
  );
  if (kind !== 'policy') return own;
  const { sla, closeSla, retention } = readWorkspaceSettings(db);
  return [
    ...own,
    ...Object.entries(sla).map(([name, hours]) => `first action on ${name} alerts: ${hours} hours`),
    ...Object.entries(closeSla).map(([name, hours]) => `closing of ${name} alerts: ${hours} hours`),
    ...(retention.alertsDays === null
      ? []
      : [`closed alerts are kept: ${retention.alertsDays} days`]),
  ];
}
