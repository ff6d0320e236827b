/** Detection rules as they are listed and shown, with how often they hit. */
import type {
  DetectionRule,
  RuleDetail,
  RuleVersion,
} from '../../../../shared/areas/forensics/rules/rule.schemas.ts';
import { AppError } from '../../../../shared/contract/errors.ts';
import { toIso } from '../../../../shared/kernel/time.ts';
import type { Bound, ReadDb } from '../../../db/database.ts';
import { detectionRulesTable, ruleVersionsTable } from '../../../db/tables/rules.table.ts';
import { fromCursor, toCursor } from '../../../http/list-cursor.ts';
import { mustFindPack, type RuleRow } from './packs.store.ts';

export interface RuleFilter {
  readonly q?: string | undefined;
  readonly pack?: string | undefined;
  readonly engine?: string | undefined;
  readonly level?: string | undefined;
  readonly state?: string | undefined;
  readonly technique?: string | undefined;
  readonly hits?: 'some' | 'none' | undefined;
}

interface Condition {
  readonly sql: string;
  readonly values: readonly Bound[];
}

const HITS = '(SELECT coalesce(sum(t.hits), 0) FROM rule_hit_totals t WHERE t.rule_id = r.id)';
const like = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

function stateCondition(state: string): Condition {
  if (state === 'gone') return { sql: 'r.is_gone = 1', values: [] };
  if (state === 'disabled') return { sql: 'r.is_gone = 0 AND r.is_enabled = 0', values: [] };
  return { sql: 'r.is_gone = 0 AND r.state = ?', values: [state] };
}

function conditionsOf(filter: RuleFilter): Condition[] {
  const conditions: Condition[] = [
    { sql: 'r.deleted_at IS NULL AND p.deleted_at IS NULL', values: [] },
  ];
  const is = (column: string, value: string | undefined) => {
    if (value !== undefined) conditions.push({ sql: `${column} = ?`, values: [value] });
  };
  is('r.pack_id', filter.pack);
  is('r.engine', filter.engine);
  is('r.level', filter.level);
  conditions.push(
    filter.state === undefined
      ? { sql: 'r.is_gone = 0', values: [] }
      : stateCondition(filter.state),
  );
  if (filter.technique)
    conditions.push({
      sql: 'r.techniques LIKE ?',
      values: [`%"${filter.technique.toUpperCase()}%`],
    });
  if (filter.hits)
    conditions.push({ sql: `${HITS} ${filter.hits === 'some' ? '> 0' : '= 0'}`, values: [] });
  const text = filter.q?.trim();
  if (text)
    conditions.push({
      sql: `(r.title LIKE ? ESCAPE '\\' OR r.rule_key LIKE ? ESCAPE '\\' OR r.logsource LIKE ? ESCAPE '\\'
        OR r.techniques LIKE ? ESCAPE '\\' OR r.path LIKE ? ESCAPE '\\')`,
      values: Array.from({ length: 5 }, () => like(text)),
    });
  return conditions;
}

export function listRules(
  db: ReadDb,
  filter: RuleFilter,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): { rows: DetectionRule[]; total: number; nextCursor: string | null } {
  const conditions = conditionsOf(filter);
  const where = (list: readonly Condition[]) => list.map(({ sql }) => sql).join(' AND ');
  const values = (list: readonly Condition[]) => list.flatMap((one) => one.values);
  const from = 'FROM detection_rules r JOIN rule_packs p ON p.id = r.pack_id';
  const total =
    db.get<{ n: number }>(
      `SELECT count(*) AS n ${from} WHERE ${where(conditions)}`,
      ...values(conditions),
    )?.n ?? 0;
  const after = cursor ? fromCursor(cursor, ['string', 'string']) : null;
  const paged = after
    ? [...conditions, { sql: '(r.title, r.id) > (?, ?)', values: after }]
    : conditions;
  const rows = db.rows(
    detectionRulesTable,
    `SELECT r.* ${from} WHERE ${where(paged)} ORDER BY r.title, r.id LIMIT ?`,
    ...values(paged),
    limit + 1,
  );
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    rows: toRules(db, shown),
    total,
    nextCursor: rows.length > limit && last ? toCursor([last.title, last.id]) : null,
  };
}

interface Figures {
  readonly id: string;
  readonly pack_name: string;
  readonly hits: number;
  readonly marks: number;
  readonly tunings: number;
}

function toRules(db: ReadDb, rows: readonly RuleRow[]): DetectionRule[] {
  const figures = db.all<Figures>(
    `SELECT r.id, p.name AS pack_name, ${HITS} AS hits,
       (SELECT count(*) FROM rule_marks m WHERE m.rule_id = r.id AND m.deleted_at IS NULL) AS marks,
       (SELECT count(*) FROM rule_tunings u WHERE u.rule_id = r.id AND u.deleted_at IS NULL) AS tunings
     FROM json_each(?) j JOIN detection_rules r ON r.id = j.value JOIN rule_packs p ON p.id = r.pack_id`,
    JSON.stringify(rows.map(({ id }) => id)),
  );
  const byId = new Map(figures.map((one) => [one.id, one]));
  return rows.map((row) => {
    const of = byId.get(row.id);
    return {
      id: row.id,
      packId: row.packId,
      packName: of?.pack_name ?? '',
      engine: row.engine,
      kind: row.kind,
      key: row.ruleKey,
      path: row.path,
      title: row.title,
      level: row.level,
      status: row.status,
      logsource: row.logsource,
      techniques: row.techniques,
      state: row.state,
      isEnabled: row.isEnabled,
      isGone: row.isGone,
      hits: of?.hits ?? 0,
      falsePositives: of?.marks ?? 0,
      tunings: of?.tunings ?? 0,
      updatedAt: toIso(row.updatedAt),
    };
  });
}

/** Also of a removed pack: its hits still lead here. */
export function findRule(db: ReadDb, id: string): RuleRow | undefined {
  return db.rows(
    detectionRulesTable,
    'SELECT * FROM detection_rules WHERE id = ? AND deleted_at IS NULL',
    id,
  )[0];
}

export function mustFindRule(db: ReadDb, id: string): RuleRow {
  const row = findRule(db, id);
  if (!row) throw new AppError('not-found', 'There is no such rule');
  return row;
}

export function readRule(db: ReadDb, id: string): RuleDetail {
  const row = mustFindRule(db, id);
  const [rule] = toRules(db, [row]);
  if (!rule) throw new AppError('not-found', 'There is no such rule');
  const pack = mustFindPackOrGone(db, row.packId);
  return {
    ...rule,
    description: row.description,
    author: row.author,
    reaches: row.reaches,
    tags: row.tags,
    statedFalsePositives: row.falsePositives,
    reasons: row.reasons,
    hash: row.hash,
    version: row.version,
    statedVersion: row.statedVersion,
    origin: pack.origin,
    isPackEnabled: pack.isEnabled,
    text: textOf(db, row),
    createdAt: toIso(row.createdAt),
  };
}

function mustFindPackOrGone(db: ReadDb, id: string) {
  try {
    return mustFindPack(db, id);
  } catch {
    return { origin: 'imported' as const, isEnabled: false };
  }
}

export function textOf(db: ReadDb, { id, version }: Pick<RuleRow, 'id' | 'version'>): string {
  return (
    db.get<{ text: string }>(
      'SELECT text FROM rule_versions WHERE rule_id = ? AND number = ? AND deleted_at IS NULL',
      id,
      version,
    )?.text ?? ''
  );
}

const MOST_VERSIONS = 50;

export function versionsOf(db: ReadDb, id: string): RuleVersion[] {
  return db
    .rows(
      ruleVersionsTable,
      'SELECT * FROM rule_versions WHERE rule_id = ? AND deleted_at IS NULL ORDER BY number DESC, id LIMIT ?',
      id,
      MOST_VERSIONS,
    )
    .map(({ id: versionId, number, hash, statedVersion, text, createdAt }) => ({
      ...{ id: versionId, number, hash, statedVersion, text, createdAt: toIso(createdAt) },
    }));
}

/** Rules of packs that are switched on, themselves switched on and ready to be compiled. */
export function runnableRules(db: ReadDb): (RuleRow & { packOrigin: string })[] {
  const origins = new Map(
    db
      .all<{ id: string; origin: string }>(
        'SELECT id, origin FROM rule_packs WHERE deleted_at IS NULL AND is_enabled = 1',
      )
      .map(({ id, origin }) => [id, origin]),
  );
  return db
    .rows(
      detectionRulesTable,
      `SELECT r.* FROM detection_rules r JOIN rule_packs p ON p.id = r.pack_id
       WHERE r.deleted_at IS NULL AND p.deleted_at IS NULL AND p.is_enabled = 1 AND r.engine = 'sigma'
         AND r.is_gone = 0 AND r.is_enabled = 1 AND (r.state = 'ready' OR r.kind = 'correlation')
       ORDER BY CASE p.origin WHEN 'own' THEN 0 WHEN 'imported' THEN 1 ELSE 2 END, r.pack_id, r.path, r.id`,
    )
    .map((row) => ({ ...row, packOrigin: origins.get(row.packId) ?? '' }));
}

/** Documents by hash, as they were parsed when the rules came. */
export function documentsOf(db: ReadDb, hashes: readonly string[]): Map<string, string> {
  const rows = db.all<{ hash: string; document: string }>(
    'SELECT hash, document FROM rule_documents WHERE hash IN (SELECT value FROM json_each(?))',
    JSON.stringify(hashes),
  );
  return new Map(rows.map(({ hash, document }) => [hash, document]));
}
