/** Sub-processors of vendors, whom they lead to, and which of them many vendors share. */
import type {
  ChainLink,
  Concentration,
  Subprocessor,
  VendorRef,
} from '../../../shared/areas/vendors/subprocessors.contract.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { ReadDb } from '../../db/database.ts';
import { revisionOf } from '../../db/field-merge.ts';
import type { RowOf } from '../../db/statements.ts';
import { vendorSubprocessorsTable } from '../../db/tables/vendors.table.ts';

export type SubprocessorRow = RowOf<typeof vendorSubprocessorsTable>;

export function findSubprocessor(
  db: ReadDb,
  vendorId: string,
  id: string,
): SubprocessorRow | undefined {
  return db.rows(
    vendorSubprocessorsTable,
    'SELECT * FROM vendor_subprocessors WHERE id = ? AND vendor_id = ? AND deleted_at IS NULL',
    id,
    vendorId,
  )[0];
}

export function listSubprocessorRows(db: ReadDb, vendorId: string): SubprocessorRow[] {
  return db.rows(
    vendorSubprocessorsTable,
    `SELECT * FROM vendor_subprocessors WHERE vendor_id = ? AND deleted_at IS NULL
     ORDER BY name_key, id`,
    vendorId,
  );
}

function readRefs(db: ReadDb, ids: readonly string[]): Map<string, VendorRef> {
  const rows = db.all<VendorRef>(
    `SELECT id, name, risk_tier AS riskTier FROM vendors
     WHERE deleted_at IS NULL AND id IN (SELECT value FROM json_each(?))`,
    JSON.stringify([...new Set(ids)]),
  );
  return new Map(rows.map((row) => [row.id, row]));
}

const isText = (value: string | null): value is string => value !== null;

/** How many vendors name a sub-processor of the same name, terminated ones left out. */
function countSharing(db: ReadDb, rows: readonly SubprocessorRow[]): Map<string, number> {
  const found = db.all<{ key: string; n: number }>(
    `SELECT s.name_key AS key, count(DISTINCT s.vendor_id) AS n
     FROM json_each(?) j CROSS JOIN vendor_subprocessors s INDEXED BY vendor_subprocessors_name
       ON s.name_key = j.value AND s.deleted_at IS NULL
     JOIN vendors v ON v.id = s.vendor_id AND v.deleted_at IS NULL
       AND (v.status <> 'TERMINATED' OR v.id = ?) GROUP BY 1`,
    JSON.stringify(rows.map(({ nameKey }) => nameKey)),
    rows[0]?.vendorId ?? null,
  );
  return new Map(found.map(({ key, n }) => [key, n]));
}

export function toSubprocessors(db: ReadDb, rows: readonly SubprocessorRow[]): Subprocessor[] {
  const refs = readRefs(db, rows.map(({ linkedVendorId }) => linkedVendorId).filter(isText));
  const sharing = countSharing(db, rows);
  return rows.map((row) => ({
    id: row.id,
    vendorId: row.vendorId,
    name: row.name,
    service: row.service,
    location: row.location,
    dataCategories: [...row.dataCategories],
    linkedVendor: refs.get(row.linkedVendorId ?? '') ?? null,
    sharedWith: Math.max(0, (sharing.get(row.nameKey) ?? 1) - 1),
    revision: revisionOf(row),
    createdAt: toIso(row.createdAt),
  }));
}

const MAX_DEPTH = 8;
const MAX_LINKS = 200;

interface Step {
  readonly from: string;
  readonly to: string;
}

function stepsFrom(db: ReadDb, ids: readonly string[]): Step[] {
  return db.all<Step>(
    `SELECT DISTINCT s.vendor_id AS "from", s.linked_vendor_id AS "to"
     FROM vendor_subprocessors s INDEXED BY vendor_subprocessors_vendor
     WHERE s.vendor_id IN (SELECT value FROM json_each(?)) AND s.deleted_at IS NULL
       AND s.linked_vendor_id IS NOT NULL ORDER BY 1, 2`,
    JSON.stringify(ids),
  );
}

interface Reached extends Step {
  readonly depth: number;
  readonly isCycle: boolean;
}

/**
 * Registered vendors that are reached over sub-processors, nearest first, each followed once. A step
 * back to a vendor on the way there is told as a cycle and ends the way.
 */
export function readChain(db: ReadDb, vendorId: string): ChainLink[] {
  const links: Reached[] = [];
  const ways = new Map<string, ReadonlySet<string>>([[vendorId, new Set([vendorId])]]);
  let border = [vendorId];
  for (
    let depth = 1;
    depth <= MAX_DEPTH && border.length > 0 && links.length < MAX_LINKS;
    depth++
  ) {
    const next: string[] = [];
    for (const { from, to } of stepsFrom(db, border)) {
      const way = ways.get(from) ?? new Set([from]);
      links.push({ from, to, depth, isCycle: way.has(to) });
      if (ways.has(to)) continue;
      ways.set(to, new Set([...way, to]));
      next.push(to);
    }
    border = next;
  }
  const refs = readRefs(
    db,
    links.flatMap(({ from, to }) => [from, to]),
  );
  return links.slice(0, MAX_LINKS).flatMap(({ from, to, depth, isCycle }) => {
    const vendor = refs.get(to);
    const via = refs.get(from);
    return vendor && via ? [{ vendor, via, depth, isCycle }] : [];
  });
}

/** Vendors that name this one as their sub-processor; at most 200. */
export function readUsedBy(db: ReadDb, vendorId: string): VendorRef[] {
  return db.all<VendorRef>(
    `SELECT DISTINCT v.id, v.name, v.risk_tier AS riskTier
     FROM vendor_subprocessors s INDEXED BY vendor_subprocessors_linked
     JOIN vendors v ON v.id = s.vendor_id AND v.deleted_at IS NULL
     WHERE s.linked_vendor_id = ? AND s.deleted_at IS NULL ORDER BY v.name, v.id LIMIT 200`,
    vendorId,
  );
}

/** The same name for the same vendor is noted once. */
export function isNoted(db: ReadDb, vendorId: string, key: string, except: string | null): boolean {
  return (
    db.get(
      `SELECT 1 FROM vendor_subprocessors
       WHERE name_key = ? AND vendor_id = ? AND deleted_at IS NULL AND id IS NOT ?`,
      key,
      vendorId,
      except,
    ) !== undefined
  );
}

const MOST_SHARED = 100;
const VENDORS_SHOWN = 20;
const TIER_ORDER = `CASE v.risk_tier WHEN 'CRITICAL' THEN 0 WHEN 'HIGH' THEN 1 WHEN 'MEDIUM' THEN 2 ELSE 3 END`;

interface SharedRow {
  readonly key: string;
  readonly count: number;
  readonly highRisk: number;
}

/** Sub-processors that two or more vendors name, terminated ones left out. */
export function readConcentration(db: ReadDb): Concentration[] {
  const shared = db.all<SharedRow>(
    `SELECT s.name_key AS key, count(DISTINCT v.id) AS count,
       count(DISTINCT CASE WHEN v.risk_tier IN ('CRITICAL', 'HIGH') THEN v.id END) AS highRisk
     FROM vendor_subprocessors s JOIN vendors v ON v.id = s.vendor_id
     WHERE s.deleted_at IS NULL AND v.deleted_at IS NULL AND v.status <> 'TERMINATED'
       AND s.name_key IN (SELECT name_key FROM vendor_subprocessors INDEXED BY vendor_subprocessors_name
         WHERE deleted_at IS NULL GROUP BY name_key HAVING count(*) > 1)
     GROUP BY s.name_key HAVING count(DISTINCT v.id) > 1
     ORDER BY count DESC, highRisk DESC, key LIMIT ${MOST_SHARED}`,
  );
  return shared.map((row) => toConcentration(db, row));
}

function toConcentration(db: ReadDb, { key, count, highRisk }: SharedRow): Concentration {
  const rows = db.all<VendorRef & { as: string; location: string | null; linked: string | null }>(
    `SELECT v.id, v.name, v.risk_tier AS riskTier, s.name AS "as", s.location,
       s.linked_vendor_id AS linked
     FROM vendor_subprocessors s INDEXED BY vendor_subprocessors_name
     JOIN vendors v ON v.id = s.vendor_id
     WHERE s.name_key = ? AND s.deleted_at IS NULL AND v.deleted_at IS NULL
       AND v.status <> 'TERMINATED' ORDER BY ${TIER_ORDER}, v.name, v.id LIMIT 200`,
    key,
  );
  const linked = rows.map((row) => row.linked).find(isText);
  return {
    name: rows[0]?.as ?? key,
    linkedVendor: linked === undefined ? null : (readRefs(db, [linked]).get(linked) ?? null),
    count,
    highRisk,
    vendors: rows.slice(0, VENDORS_SHOWN).map(({ id, name, riskTier }) => ({ id, name, riskTier })),
    locations: [...new Set(rows.map(({ location }) => location).filter(isText))].slice(0, 10),
  };
}
