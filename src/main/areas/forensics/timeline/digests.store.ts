/** What jobs made of the events of an investigation: local, derived, made anew when asked. */
import type { ReadDb } from '../../../db/database.ts';
import type { WriteTx } from '../../../db/write-door.ts';

export type DigestKind = 'processes' | 'logons';

export interface DigestRow {
  readonly madeAt: number;
  readonly revision: string;
  /** JSON. */
  readonly summary: string;
}

export const findDigest = (db: ReadDb, id: string, kind: DigestKind): DigestRow | undefined =>
  db.get<DigestRow>(
    `SELECT made_at AS madeAt, revision, summary FROM event_digests
     WHERE investigation_id = ? AND kind = ?`,
    id,
    kind,
  );

export function keepDigest(
  tx: WriteTx,
  { id, kind, madeAt, revision, summary }: DigestRow & { id: string; kind: DigestKind },
): void {
  tx.run(
    `INSERT INTO event_digests (investigation_id, kind, made_at, revision, summary)
     VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (investigation_id, kind) DO UPDATE
       SET made_at = excluded.made_at, revision = excluded.revision, summary = excluded.summary`,
    id,
    kind,
    madeAt,
    revision,
    summary,
  );
}

/** Investigations that are gone and of which something was made. */
export const goneCases = (db: ReadDb): string[] =>
  db
    .all<{ id: string }>(
      `SELECT DISTINCT investigation_id AS id FROM event_digests d WHERE NOT EXISTS (
         SELECT 1 FROM forensic_investigations v
         WHERE v.id = d.investigation_id AND v.deleted_at IS NULL)`,
    )
    .map(({ id }) => id);

export function forgetDigest(tx: WriteTx, id: string, kind: DigestKind): void {
  tx.run('DELETE FROM event_digests WHERE investigation_id = ? AND kind = ?', id, kind);
}
