/** What the search knows of the records of each area; the newest of each, in the shape of a result. */
import type { SearchArea } from '../../../shared/areas/search/search.contract.ts';
import type { Severity } from '../../../shared/kernel/severity.ts';
import type { Database } from '../../db/database.ts';

/** Alerts and entities have indexes of their own. */
export type RecordArea = Exclude<SearchArea, 'alerts' | 'entities'>;

export interface SearchRecord {
  readonly id: string;
  readonly title: string;
  readonly detail: string | null;
  /** Also searched, not shown. */
  readonly more: string | null;
  readonly severity: Severity | null;
  readonly status: string | null;
}

/** So many records of an area are searched, the newest first. */
export const RECORDS_MAX = 5_000;

/** The table whose changes make what is known of an area old. */
export const RECORD_TABLES: Record<RecordArea, string> = {
  investigations: 'forensic_investigations',
  indicators: 'indicators',
  controls: 'controls',
  frameworks: 'compliance_frameworks',
  risks: 'risks',
  policies: 'policies',
  evidence: 'evidence',
  vendors: 'vendors',
  audits: 'audits',
  integrations: 'integrations',
  accounts: 'users',
};

/** Select `t.id`, title, detail, more, severity, status; the rest of the query is the same for all. */
const COLUMNS: Record<RecordArea, string> = {
  investigations: `t.title, t.incident_id AS detail, concat_ws(' ', t.description, t.investigation_type) AS more,
    t.priority AS severity, t.status AS status`,
  indicators: `t.value AS title, concat_ws(' · ', t.type, t.source) AS detail, t.description AS more,
    t.severity AS severity, NULL AS status`,
  controls: `concat_ws(' ', t.control_id, t.title) AS title,
    (SELECT f.name FROM compliance_frameworks f WHERE f.id = t.framework_id) AS detail,
    concat_ws(' ', t.category, t.description) AS more, NULL AS severity, t.status AS status`,
  frameworks: `t.name AS title, concat_ws(' · ', t.version, t.category) AS detail, t.description AS more,
    NULL AS severity, NULL AS status`,
  risks: `t.title, t.category AS detail, concat_ws(' ', t.description, t.mitigation_plan) AS more,
    NULL AS severity, t.status AS status`,
  policies: `t.title, concat_ws(' · ', t.category, 'version ' || t.version) AS detail, t.description AS more,
    NULL AS severity, t.status AS status`,
  evidence: `t.title, t.type AS detail, concat_ws(' ', t.description, t.file_path) AS more,
    NULL AS severity, NULL AS status`,
  vendors: `t.name AS title, t.category AS detail,
    concat_ws(' ', t.description, t.primary_contact, t.security_contact) AS more,
    t.risk_tier AS severity, t.status AS status`,
  audits: `t.title, concat_ws(' · ', t.framework, t.auditor) AS detail, concat_ws(' ', t.type, t.description) AS more,
    NULL AS severity, t.status AS status`,
  integrations: `t.name AS title, concat_ws(' · ', t.type, t.vendor) AS detail, NULL AS more,
    NULL AS severity, t.status AS status`,
  accounts: `coalesce(nullif(concat_ws(' ', t.first_name, t.last_name), ''), t.email) AS title,
    concat_ws(' · ', t.email, t.role) AS detail, NULL AS more, NULL AS severity, NULL AS status`,
};

export type RecordReader = (area: RecordArea) => SearchRecord[];

export function createRecordReader(db: Database): RecordReader {
  return (area) =>
    db.read(`search.${area}`, (reader) =>
      reader.all<SearchRecord>(
        `SELECT t.id, ${COLUMNS[area]} FROM ${RECORD_TABLES[area]} t
         WHERE t.deleted_at IS NULL ORDER BY t.created_at DESC, t.id DESC LIMIT ?`,
        RECORDS_MAX,
      ),
    );
}
