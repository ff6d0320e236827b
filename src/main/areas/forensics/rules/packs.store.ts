/** Packs of rules and the rules themselves as rows: what an import changes, and what stays. */
import type { PackReceipt } from '../../../../shared/areas/forensics/rules/rule.schemas.ts';
import type { PackOrigin } from '../../../../shared/areas/forensics/rules/rules.rules.ts';
import { AppError } from '../../../../shared/contract/errors.ts';
import type { ReadDb } from '../../../db/database.ts';
import type { RowOf } from '../../../db/statements.ts';
import {
  detectionRulesTable,
  rulePacksTable,
  ruleTestsTable,
  ruleVersionsTable,
} from '../../../db/tables/rules.table.ts';
import type { WriteTx } from '../../../db/write-door.ts';
import type { NewId } from '../../../platform/ids.ts';
import type { ReadRule } from './rule.types.ts';

export type PackRow = RowOf<typeof rulePacksTable>;
export type RuleRow = RowOf<typeof detectionRulesTable>;

export function findPack(db: ReadDb, id: string): PackRow | undefined {
  return db.rows(rulePacksTable, 'SELECT * FROM rule_packs WHERE id = ?', id)[0];
}

export function mustFindPack(db: ReadDb, id: string): PackRow {
  const pack = findPack(db, id);
  if (!pack || pack.deletedAt !== null)
    throw new AppError('not-found', 'There is no such pack of rules');
  return pack;
}

export function listPacks(db: ReadDb): PackRow[] {
  return db.rows(
    rulePacksTable,
    `SELECT * FROM rule_packs WHERE deleted_at IS NULL
     ORDER BY CASE origin WHEN 'own' THEN 0 WHEN 'imported' THEN 1 ELSE 2 END, name, id`,
  );
}

export interface PackCounts {
  readonly pack_id: string;
  readonly rules: number;
  readonly ready: number;
  readonly unsupported: number;
  readonly invalid: number;
  readonly disabled: number;
  readonly gone: number;
  readonly yara: number;
}

export function countPacks(db: ReadDb): ReadonlyMap<string, PackCounts> {
  const rows = db.all<PackCounts>(
    `SELECT pack_id, sum(is_gone = 0) AS rules,
       sum(is_gone = 0 AND state = 'ready') AS ready,
       sum(is_gone = 0 AND state = 'unsupported') AS unsupported,
       sum(is_gone = 0 AND state = 'invalid') AS invalid,
       sum(is_gone = 0 AND is_enabled = 0) AS disabled,
       sum(is_gone) AS gone, sum(is_gone = 0 AND engine = 'yara') AS yara
     FROM detection_rules WHERE deleted_at IS NULL GROUP BY pack_id`,
  );
  return new Map(rows.map((row) => [row.pack_id, row]));
}

/** What an import compares itself with, by key. */
export function rulesOfPack(db: ReadDb, packId: string): Map<string, RuleRow> {
  const rows = db.rows(
    detectionRulesTable,
    'SELECT * FROM detection_rules WHERE pack_id = ? AND deleted_at IS NULL',
    packId,
  );
  return new Map(rows.map((row) => [row.ruleKey, row]));
}

interface NewPack {
  readonly id: string;
  readonly name: string;
  readonly origin: PackOrigin;
  readonly fileName: string;
  readonly contentHash: string | null;
  readonly receipt: PackReceipt | null;
  readonly createdBy: string | null;
}

export function insertPack(tx: WriteTx, pack: NewPack): void {
  tx.insert(rulePacksTable, {
    ...pack,
    ...{ version: 1, isEnabled: true, createdAt: tx.now, updatedAt: tx.now },
  });
}

/** Shipped and own packs are the same rows on every workstation. */
const isSharedPack = (packId: string) => packId === 'own-rules' || packId.startsWith('starter-');

interface SaveFrame {
  readonly packId: string;
  readonly actor: string | null;
  readonly newId: NewId;
}

const stated = (rule: ReadRule) => ({
  engine: rule.engine,
  kind: rule.kind,
  path: rule.path,
  title: rule.title.slice(0, 1_000),
  description: rule.description,
  author: rule.author,
  level: rule.level,
  status: rule.status,
  logsource: rule.logsource,
  reaches: rule.reaches,
  techniques: [...rule.techniques],
  tags: [...rule.tags],
  falsePositives: [...rule.falsePositives],
  state: rule.state,
  reasons: rule.reasons.map((reason) => reason.slice(0, 1_000)).slice(0, 20),
  hash: rule.hash,
  statedVersion: rule.statedVersion,
  isGone: false,
});

/** A new rule with its first version, its tests and its document. @returns its id. */
export function insertRule(
  tx: WriteTx,
  rule: ReadRule,
  { packId, actor, newId }: SaveFrame,
): string {
  const id = isSharedPack(packId) ? `${packId}.${rule.key}`.slice(0, 100) : newId();
  tx.insert(detectionRulesTable, {
    ...stated(rule),
    ...{ id, packId, ruleKey: rule.key, version: 1, isEnabled: true },
    ...{ createdAt: tx.now, updatedAt: tx.now },
  });
  insertVersion(tx, rule, { packId, id, number: 1, actor, newId });
  rule.tests.forEach(({ name, isHit, declared, event }, at) => {
    const row = { id: `${id}#${at + 1}`, ruleId: id, name, isHit };
    tx.insert(ruleTestsTable, {
      ...row,
      body: { ...(declared ? { declared } : {}), event },
      createdBy: actor,
      createdAt: tx.now,
    });
  });
  keepDocument(tx, rule);
  return id;
}

function insertVersion(
  tx: WriteTx,
  rule: ReadRule,
  { packId, id, number, actor, newId }: SaveFrame & { id: string; number: number },
): void {
  const shared = `${id}@${number}.${rule.hash.slice(0, 16)}`;
  tx.insert(ruleVersionsTable, {
    ...{ id: isSharedPack(packId) ? shared : newId(), ruleId: id, number },
    ...{ hash: rule.hash, statedVersion: rule.statedVersion },
    ...{ text: rule.text, createdBy: actor, createdAt: tx.now },
  });
}

function keepDocument(tx: WriteTx, { document, hash }: ReadRule): void {
  if (document === null) return;
  tx.run(
    'INSERT INTO rule_documents (hash, document) VALUES (?, ?) ON CONFLICT (hash) DO UPDATE SET document = excluded.document',
    hash,
    JSON.stringify(document),
  );
}

/** What people decided about it (switch, tuning, marks, tests) is not touched. */
export function updateRule(tx: WriteTx, before: RuleRow, rule: ReadRule, frame: SaveFrame): void {
  const isOther = before.hash !== rule.hash;
  const number = before.version + (isOther ? 1 : 0);
  tx.update(detectionRulesTable, before.id, {
    ...stated(rule),
    version: number,
    updatedAt: tx.now,
  });
  if (isOther) insertVersion(tx, rule, { ...frame, id: before.id, number });
  keepDocument(tx, rule);
}

export function markGone(tx: WriteTx, id: string): void {
  tx.update(detectionRulesTable, id, { isGone: true, updatedAt: tx.now });
}

export function removeRules(tx: WriteTx, ids: readonly string[]): void {
  for (const id of ids) tx.remove(detectionRulesTable, id);
}

export function updatePack(
  tx: WriteTx,
  id: string,
  patch: Partial<
    Pick<PackRow, 'name' | 'isEnabled' | 'fileName' | 'contentHash' | 'receipt' | 'version'>
  >,
): void {
  tx.update(rulePacksTable, id, { ...patch, updatedAt: tx.now });
}

export function removePack(tx: WriteTx, id: string): void {
  tx.remove(rulePacksTable, id);
}

export function revivePack(tx: WriteTx, id: string): boolean {
  return tx.revive(rulePacksTable, id);
}

export function switchRule(tx: WriteTx, id: string, isEnabled: boolean): void {
  tx.update(detectionRulesTable, id, { isEnabled, updatedAt: tx.now });
}
