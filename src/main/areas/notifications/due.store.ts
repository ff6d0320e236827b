import { DAY_MS } from '../../../shared/kernel/time.ts';
import type { ReadDb } from '../../db/database.ts';
import type { WriteTx } from '../../db/write-door.ts';

export const DUE_THINGS = [
  'evidence',
  'collection',
  'policy',
  'vendor',
  'control',
  'control-test',
  'exception',
  'risk',
  'finding',
  'audit-request',
] as const;
export type DueThing = (typeof DUE_THINGS)[number];

/**
 * Something with a date that has come, or comes soon. `due` is a day: `2026-11-20`. What belongs to a
 * control has an id of two parts, the control's first: `<control>/<test>`.
 */
export interface Due {
  readonly thing: DueThing;
  readonly id: string;
  readonly title: string;
  readonly due: string;
  /** Who alone is told; null tells everybody. */
  readonly account: string | null;
}

/** An exception of a control is told of this long before it expires. */
const EXCEPTION_AHEAD_MS = 7 * DAY_MS;
/** Evidence is told of this long before it expires. */
export const EVIDENCE_AHEAD_MS = 30 * DAY_MS;

const dayOfMs = (column: string) => `strftime('%Y-%m-%d', ${column} / 1000, 'unixepoch')`;

/** Everything whose day is not after the given ones; days compare as text. */
export function findDue(db: ReadDb, today: string, evidenceUntil: string): Due[] {
  return db.all<Due>(
    `WITH day (today, ahead) AS (VALUES (?, ?))
     SELECT found.* FROM (
       SELECT 'evidence' AS thing, id, title, ${dayOfMs('expiration_date')} AS due, NULL AS account
       FROM evidence WHERE deleted_at IS NULL AND expiration_date IS NOT NULL
         AND superseded_by IS NULL AND verdict <> 'REJECTED'
       UNION ALL
       SELECT 'collection', id, title, next_due, owner
       FROM collection_tasks, day WHERE deleted_at IS NULL AND is_active = 1
         AND (collector = 'manual' OR next_due < today)
         AND next_due <= date(today, CASE cadence WHEN 'DAILY' THEN '0 days' WHEN 'WEEKLY' THEN '1 days'
           WHEN 'MONTHLY' THEN '7 days' ELSE '30 days' END)
       UNION ALL
       SELECT 'finding', id, 'F' || number || ' ' || title,
         CASE status WHEN 'ACCEPTED' THEN accepted_until ELSE ${dayOfMs('due_at')} END, owner
       FROM findings WHERE deleted_at IS NULL AND status <> 'CLOSED'
       UNION ALL
       SELECT 'audit-request', r.id, r.title, r.due, r.owner
       FROM audit_requests r JOIN audits a ON a.id = r.audit_id
       WHERE r.deleted_at IS NULL AND r.status IN ('OPEN', 'RETURNED')
         AND a.deleted_at IS NULL AND a.status IN ('PLANNED', 'IN_PROGRESS')
       UNION ALL
       SELECT 'policy', id, title, substr(next_review_date, 1, 10), NULL
       FROM policies WHERE deleted_at IS NULL AND status <> 'DEPRECATED' AND next_review_date <> ''
       UNION ALL
       SELECT 'vendor', id, name, substr(next_assessment, 1, 10), NULL
       FROM vendors WHERE deleted_at IS NULL AND status <> 'TERMINATED' AND next_assessment <> ''
       UNION ALL
       SELECT 'control', id, control_id || ' ' || title, ${dayOfMs('next_assessment')}, NULL
       FROM controls WHERE deleted_at IS NULL AND next_assessment IS NOT NULL
         AND is_applicable = 1 AND gone_in IS NULL
       UNION ALL
       SELECT 'control-test', c.id || '/' || t.id, c.control_id || ' ' || t.title, ${dayOfMs('t.next_due')}, NULL
       FROM control_tests t JOIN controls c ON c.id = t.control_id
       WHERE t.deleted_at IS NULL AND t.is_active = 1 AND t.next_due IS NOT NULL
         AND c.deleted_at IS NULL AND c.is_applicable = 1 AND c.gone_in IS NULL
       UNION ALL
       SELECT 'exception', c.id || '/' || x.id, c.control_id || ' ' || c.title,
         ${dayOfMs(`(x.expires_at - ${EXCEPTION_AHEAD_MS})`)}, NULL
       FROM control_exceptions x JOIN controls c ON c.id = x.control_id
       WHERE x.deleted_at IS NULL AND x.ended_at IS NULL AND c.deleted_at IS NULL
       UNION ALL
       SELECT 'risk', id, title, substr(target_date, 1, 10), NULL
       FROM risks WHERE deleted_at IS NULL AND status IN ('IDENTIFIED', 'ASSESSED') AND target_date <> ''
     ) found, day
     WHERE due <= CASE WHEN thing IN ('evidence', 'collection') THEN ahead ELSE today END
     ORDER BY due, id`,
    today,
    evidenceUntil,
  );
}

export function wasTold(db: ReadDb, occasion: string): boolean {
  return db.get('SELECT 1 FROM told_occasions WHERE occasion = ?', occasion) !== undefined;
}

export function rememberTold(tx: WriteTx, occasion: string): void {
  tx.run(
    'INSERT OR IGNORE INTO told_occasions (occasion, told_at) VALUES (?, ?)',
    occasion,
    tx.now,
  );
}
