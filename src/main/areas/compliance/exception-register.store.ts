/**
 * The register of exceptions in force: those of controls, and rules of suppression that name no control yet,
 * made where the workspace had none or before every rule had to name one.
 */
import {
  EXCEPTIONS_SHOWN,
  type RegisteredException,
} from '../../../shared/areas/compliance/control-tests.contract.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { ReadDb } from '../../db/database.ts';

interface Row {
  readonly id: string;
  readonly control_id: string | null;
  readonly ref: string | null;
  readonly title: string | null;
  readonly framework: string | null;
  readonly owner: string | null;
  readonly reason: string;
  readonly expires_at: number;
  readonly created_at: number;
  readonly rule_id: string | null;
  readonly rule_name: string | null;
}

/** What ends first comes first. */
export function readRegister(db: ReadDb, now: number): RegisteredException[] {
  const rows = db.all<Row>(
    `SELECT x.id, x.control_id, c.control_id AS ref, c.title, f.name AS framework, x.owner, x.reason,
       x.expires_at, x.created_at, r.id AS rule_id, r.name AS rule_name
     FROM control_exceptions x INDEXED BY calendar_exceptions
     LEFT JOIN controls c ON c.id = x.control_id
     LEFT JOIN compliance_frameworks f ON f.id = c.framework_id
     LEFT JOIN suppression_rules r ON r.exception_id = x.id AND r.deleted_at IS NULL
     WHERE x.deleted_at IS NULL AND x.ended_at IS NULL AND x.expires_at > ?
     UNION ALL
     SELECT s.id, NULL, NULL, NULL, NULL, s.owner, s.reason, s.expires_at, s.created_at, s.id, s.name
     FROM suppression_rules s INDEXED BY suppression_rules_running
     WHERE s.deleted_at IS NULL AND s.ended_at IS NULL AND s.expires_at > ?
       AND s.exception_id IS NULL
     ORDER BY 8, 1 LIMIT ?`,
    now,
    now,
    EXCEPTIONS_SHOWN,
  );
  return rows.map((row) => ({
    id: row.id,
    control:
      row.control_id === null
        ? null
        : {
            ...{ id: row.control_id, ref: row.ref ?? '', title: row.title ?? '' },
            framework: row.framework ?? '',
          },
    owner: row.owner,
    reason: row.reason,
    expiresAt: toIso(row.expires_at),
    createdAt: toIso(row.created_at),
    rule: row.rule_id === null ? null : { id: row.rule_id, name: row.rule_name ?? '' },
  }));
}
