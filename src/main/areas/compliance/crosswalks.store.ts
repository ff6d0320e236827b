/** Links that people made or imported, and the controls that links end at. */
import type { ControlStatus } from '../../../shared/areas/compliance/compliance.rules.ts';
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

export function findOwnLink(db: ReadDb, id: string): CrosswalkLinkRow | undefined {
  return db.rows(
    crosswalkLinksTable,
    'SELECT * FROM crosswalk_links WHERE id = ? AND deleted_at IS NULL',
    id,
  )[0];
}

/** A control at the end of a link, with its framework. */
export interface LinkedControl extends EndpointRow {
  readonly title: string;
  readonly status: ControlStatus;
  readonly parentRef: string | null;
  readonly category: string | null;
  readonly isApplicable: 0 | 1;
  readonly goneIn: string | null;
  readonly frameworkName: string;
}

const LINKED_CONTROL_SQL = `SELECT c.id, c.framework_id AS frameworkId, f.pack_id AS pack,
    c.control_id AS ref, c.title, c.status, c.parent_ref AS parentRef, c.category,
    c.is_applicable AS isApplicable, c.gone_in AS goneIn, f.name AS frameworkName
  FROM controls c JOIN compliance_frameworks f ON f.id = c.framework_id AND f.deleted_at IS NULL
  WHERE c.deleted_at IS NULL`;

export function findLinkedControl(db: ReadDb, id: string): LinkedControl | undefined {
  return db.get<LinkedControl>(`${LINKED_CONTROL_SQL} AND c.id = ?`, id);
}

/** Those with one of these ids within their framework, in the order of their frameworks. */
export function readLinkedControlsByRef(db: ReadDb, refs: readonly string[]): LinkedControl[] {
  return db.all<LinkedControl>(
    `${LINKED_CONTROL_SQL} AND c.gone_in IS NULL AND c.control_id IN (SELECT value FROM json_each(?))
     ORDER BY f.created_at, f.id, c.position`,
    JSON.stringify(refs),
  );
}

/** What of a framework is assessed: in its pack and applicable. */
export function readProjectable(db: ReadDb, frameworkId: string): LinkedControl[] {
  return db.all<LinkedControl>(
    `${LINKED_CONTROL_SQL} AND c.framework_id = ? AND c.gone_in IS NULL AND c.is_applicable = 1
     ORDER BY c.position, c.control_id, c.id`,
    frameworkId,
  );
}

export interface GroupPlace {
  readonly ref: string;
  readonly parentRef: string | null;
  readonly title: string;
  /** Absent where it is one. */
  readonly isGroup?: boolean;
}

export function readGroupPlaces(db: ReadDb, frameworkId: string): GroupPlace[] {
  return db.all<GroupPlace>(
    `SELECT ref, parent_ref AS parentRef, title FROM framework_groups
     WHERE framework_id = ? AND deleted_at IS NULL ORDER BY position, ref`,
    frameworkId,
  );
}

export interface NamedFramework {
  readonly id: string;
  readonly name: string;
  readonly pack: string | null;
}

export function findNamedFramework(db: ReadDb, id: string): NamedFramework | undefined {
  return db.get<NamedFramework>(
    `SELECT id, name, pack_id AS pack FROM compliance_frameworks WHERE id = ? AND deleted_at IS NULL`,
    id,
  );
}

/** How many links there are between which ends, by origin. */
export function countOwnLinks(db: ReadDb) {
  return db.all<{
    sourcePack: string | null;
    sourceName: string | null;
    targetPack: string | null;
    targetName: string | null;
    kind: 'OWN' | 'IMPORT';
    origin: string;
    links: number;
  }>(
    `SELECT l.source_pack AS sourcePack, s.name AS sourceName, l.target_pack AS targetPack,
       t.name AS targetName, l.origin_kind AS kind, l.origin, count(*) AS links
     FROM crosswalk_links l
     LEFT JOIN compliance_frameworks s ON s.id = l.source_framework_id
     LEFT JOIN compliance_frameworks t ON t.id = l.target_framework_id
     WHERE l.deleted_at IS NULL
     GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY max(l.created_at) DESC`,
  );
}

/** Frameworks that came from no pack, with the ids of their controls. */
export function readFrameworkRefs(
  db: ReadDb,
): { id: string; name: string; version: string | null; refs: string[] }[] {
  return db
    .all<{ id: string; name: string; version: string | null; refs: string }>(
      `SELECT f.id, f.name, f.version, json_group_array(c.control_id) AS refs
       FROM compliance_frameworks f
       JOIN controls c ON c.framework_id = f.id AND c.deleted_at IS NULL AND c.gone_in IS NULL
       WHERE f.deleted_at IS NULL AND f.pack_id IS NULL GROUP BY f.id`,
    )
    .map(({ refs, ...framework }) => ({ ...framework, refs: JSON.parse(refs) as string[] }));
}
