import { commentParts, mentionedIds } from '../../../shared/areas/discussion/mentions.ts';
import type { ReadDb } from '../../db/database.ts';
import { peopleNames } from './investigations.store.ts';

/** Requirements about handling and recording incidents, as frameworks number them; identifiers only. */
const CONTROLS = [
  ...['AU-6', 'IR-4', 'IR-5', 'SI-4'],
  ...['A.5.25', 'A.5.26', 'A.5.27', 'A.5.28'],
  ...['CC7.3', 'CC7.4', 'CC7.5'],
  ...['RS.AN-03', 'RS.AN-06', 'RS.AN-07', 'DE.AE-02'],
];

export const controlsOfResponse = (db: ReadDb): string[] =>
  db
    .all<{ id: string }>(
      `SELECT c.id FROM controls c JOIN compliance_frameworks f ON f.id = c.framework_id
       WHERE c.control_id IN (SELECT value FROM json_each(?)) AND c.deleted_at IS NULL
         AND f.deleted_at IS NULL AND f.is_active = 1 ORDER BY c.id`,
      JSON.stringify(CONTROLS),
    )
    .map(({ id }) => id);

/** Closed by a person on this workstation, and not yet kept as evidence: of others, theirs keeps it. */
export const unfrozen = (db: ReadDb): { id: string; actor: string }[] =>
  db.all<{ id: string; actor: string }>(
    `SELECT id, closed_by AS actor FROM forensic_investigations
     WHERE status = 'COMPLETED' AND closed_by IS NOT NULL AND closing_reason IS NOT NULL
       AND bundle_evidence_id IS NULL AND deleted_at IS NULL
       AND coalesce(field_versions ->> '$.closedAt', row_version) LIKE
         '%-' || (SELECT value FROM meta WHERE key = 'node_id')
     ORDER BY closed_at, id LIMIT 100`,
  );

export const isBundle = (db: ReadDb, evidenceId: string): boolean =>
  db.get(
    'SELECT 1 FROM forensic_investigations WHERE bundle_evidence_id = ? AND deleted_at IS NULL',
    evidenceId,
  ) !== undefined;

export interface SaidComment {
  readonly at: number;
  readonly author: string | null;
  /** With names for whom it mentions. */
  readonly text: string;
}

/** What people said about it, oldest first. */
export function commentsOf(db: ReadDb, id: string): SaidComment[] {
  const rows = db.all<{ at: number; author: string | null; text: string }>(
    `SELECT created_at AS at, author, text FROM investigation_comments
     WHERE investigation_id = ? AND deleted_at IS NULL ORDER BY created_at, id`,
    id,
  );
  const names = peopleNames(
    db,
    rows.flatMap(({ author, text }) => [
      ...(author === null ? [] : [author]),
      ...mentionedIds(text),
    ]),
  );
  return rows.map(({ at, author, text }) => ({
    at,
    author: author === null ? null : (names.get(author) ?? 'Unknown account'),
    text: commentParts(text)
      .map((part) =>
        part.type === 'text' ? part.text : `@${names.get(part.id) ?? 'Unknown account'}`,
      )
      .join(''),
  }));
}

/** The steps as they were run, for the record of what was asked. */
export const auditOf = (db: ReadDb, id: string) =>
  db.all<{ at: number; actor: string | null; action: string; reason: string | null }>(
    `SELECT a.at, u.email AS actor, a.action, a.reason FROM audit_log a
     LEFT JOIN users u ON u.id = a.actor
     WHERE a.record_id = ? AND a.resource = 'forensic_investigations' ORDER BY a.seq`,
    id,
  );
