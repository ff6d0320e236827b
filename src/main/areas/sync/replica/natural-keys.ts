/**
 * What is unique in a table beside the id (resources/migrations/sqlite): two workstations may make the
 * same thing apart. The id that the server knew first is its id.
 */
import type { WireRow } from '../wire.ts';

export interface NaturalKey {
  readonly columns: readonly string[];
  /** Further condition, as SQL; the rows it does not hold of may be many. */
  readonly where: string | null;
  holds(row: Pick<WireRow, 'c'>): boolean;
}

const LIVE = 'deleted_at IS NULL';
const isLive = ({ c }: Pick<WireRow, 'c'>) => (c.deleted_at ?? null) === null;

const pair = (...columns: string[]): NaturalKey => ({ columns, where: LIVE, holds: isLive });
const always = (column: string): NaturalKey => ({
  columns: [column],
  where: null,
  holds: ({ c }) => (c[column] ?? null) !== null,
});

export const NATURAL_KEYS: Readonly<Record<string, NaturalKey>> = {
  alerts: always('fingerprint'),
  users: always('email'),
  audit_frameworks: pair('audit_id', 'framework_id'),
  audit_request_controls: pair('request_id', 'control_id'),
  audit_request_evidence: pair('request_id', 'evidence_id'),
  audit_sample_results: pair('sample_id', 'item_ref'),
  control_evidence: pair('control_id', 'evidence_id'),
  finding_evidence: pair('finding_id', 'evidence_id'),
  policy_approvals: {
    columns: ['version_id', 'approver'],
    where: `${LIVE} AND voided_at IS NULL`,
    holds: (row) => isLive(row) && (row.c.voided_at ?? null) === null,
  },
  policy_controls: pair('policy_id', 'control_id'),
  risk_proposals: {
    columns: ['risk_id'],
    where: `${LIVE} AND state = 'PENDING'`,
    holds: (row) => isLive(row) && row.c.state === 'PENDING',
  },
  risk_quantities: pair('risk_id'),
  risk_scenarios: pair('risk_id'),
  vendor_documents: pair('vendor_id', 'evidence_id'),
};
