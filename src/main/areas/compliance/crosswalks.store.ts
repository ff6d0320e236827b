/** Links that people made or imported, and the controls that links end at. */
import type { ReadDb } from '../../db/database.ts';
import type { RowOf } from '../../db/statements.ts';
import { crosswalkLinksTable } from '../../db/tables/crosswalks.table.ts';
import type { GraphLink } from './crosswalk-graph.ts';

export type CrosswalkLinkRow = RowOf<typeof crosswalkLinksTable>;

export function rowToLink(row: CrosswalkLinkRow): GraphLink {
  const { id, originKind, relation, rationale, origin, confidence, createdBy } = row;
  return {
    ...{ id, originKind, relation, rationale, origin, confidence, createdBy },
    source: { pack: row.sourcePack, frameworkId: row.sourceFrameworkId, ref: row.sourceRef },
    target: { pack: row.targetPack, frameworkId: row.targetFrameworkId, ref: row.targetRef },
  };
}

export function readOwnLinks(db: ReadDb): GraphLink[] {
  return db
    .rows(
      crosswalkLinksTable,
      'SELECT * FROM crosswalk_links WHERE deleted_at IS NULL ORDER BY created_at DESC, id DESC',
    )
    .map(rowToLink);
}

export function readOwnLinksOfRef(db: ReadDb, ref: string): GraphLink[] {
  return db
    .rows(
      crosswalkLinksTable,
      `SELECT * FROM crosswalk_links WHERE deleted_at IS NULL AND (source_ref = ? OR target_ref = ?)
       ORDER BY created_at DESC, id DESC`,
      ref,
      ref,
    )
    .map(rowToLink);
}

/** A control that a link may end at. */
export interface EndpointRow {
  readonly id: string;
  readonly frameworkId: string;
  readonly pack: string | null;
  readonly ref: string;
}

export function readLinkEndpoints(db: ReadDb): EndpointRow[] {
  return db.all<EndpointRow>(
    `SELECT c.id, c.framework_id AS frameworkId, f.pack_id AS pack, c.control_id AS ref
     FROM controls c JOIN compliance_frameworks f ON f.id = c.framework_id AND f.deleted_at IS NULL
     WHERE c.deleted_at IS NULL AND c.gone_in IS NULL`,
  );
}
