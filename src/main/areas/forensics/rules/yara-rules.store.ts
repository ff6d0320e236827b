/** What a scan of files asks of rule packs, and what it leaves: YARA rules that are switched on, their hits. */
import type { ReadDb } from '../../../db/database.ts';
import type { WriteTx } from '../../../db/write-door.ts';
import { insertHit, setTotal } from './rule-hits.store.ts';

export interface YaraRuleRow {
  readonly packId: string;
  readonly ruleId: string;
  /** The rule's name in its file. */
  readonly identifier: string;
  readonly title: string;
  readonly level: string | null;
  readonly hash: string;
  readonly version: number;
  /** Its file, and the whole text of it: the same for all rules of the file. */
  readonly name: string;
  readonly text: string;
}

export function enabledYara(db: ReadDb): YaraRuleRow[] {
  return db.all<YaraRuleRow>(
    `SELECT r.pack_id AS packId, r.id AS ruleId, r.title AS identifier, r.title, r.level, r.hash, r.version,
       r.path AS name, v.text
     FROM detection_rules r JOIN rule_packs p ON p.id = r.pack_id
     JOIN rule_versions v ON v.rule_id = r.id AND v.number = r.version AND v.deleted_at IS NULL
     WHERE r.engine = 'yara' AND r.state = 'ready' AND r.is_enabled = 1 AND r.is_gone = 0 AND r.deleted_at IS NULL
       AND p.is_enabled = 1 AND p.deleted_at IS NULL
     ORDER BY r.pack_id, r.path, r.title`,
  );
}

export interface YaraHits {
  readonly investigationId: string;
  readonly sourceId: string;
  readonly fileName: string;
  readonly sha256: string;
  /** Of the brought file; null where it is unknown. */
  readonly evidenceId: string | null;
  readonly hits: readonly {
    readonly ruleId: string;
    readonly matched: readonly { field: string; value: string }[];
  }[];
}

const MATCHED = 20;

/** In place of an event's id: such a hit is of the file. */
export const hitOfFile = (sha256: string): string => `sha256:${sha256}`;

/** What an earlier scan found and this one does not goes. */
function forgetOthers(tx: WriteTx, { investigationId, sourceId, hits }: YaraHits): void {
  const found = JSON.stringify(hits.map(({ ruleId }) => ruleId));
  for (const table of ['rule_hits', 'rule_hit_totals'])
    tx.run(
      `DELETE FROM ${table} WHERE investigation_id = ? AND source_id = ?
         AND rule_id IN (SELECT id FROM detection_rules WHERE engine = 'yara')
         AND rule_id NOT IN (SELECT value FROM json_each(?))`,
      ...[investigationId, sourceId, found],
    );
}

/** One hit a rule and file; a second scan of the same file makes none. */
export function saveYaraHits(tx: WriteTx, scan: YaraHits): void {
  const { investigationId, sourceId, fileName, sha256 } = scan;
  forgetOthers(tx, scan);
  for (const { ruleId, matched } of scan.hits) {
    const rule = tx.get<{
      pack_id: string;
      rule_key: string;
      title: string;
      level: string | null;
      version: number;
      hash: string;
    }>(
      'SELECT pack_id, rule_key, title, level, version, hash FROM detection_rules WHERE id = ?',
      ruleId,
    );
    if (!rule) continue;
    insertHit(tx, {
      ...{ investigationId, sourceId, eventId: hitOfFile(sha256), ruleId, packId: rule.pack_id },
      ...{ ruleKey: rule.rule_key, ruleTitle: rule.title, level: rule.level },
      ...{ ruleVersion: rule.version, ruleHash: rule.hash, timeMs: null, host: null, user: null },
      ...{ summary: fileName.slice(0, 500), place: `${fileName.slice(0, 300)}, SHA-256 ${sha256}` },
      recordKey: null,
      matched: matched
        .slice(0, MATCHED)
        .map(({ field, value }) => ({ field, value: value.slice(0, 500) })),
    });
    setTotal(tx, { ruleId, investigationId, sourceId }, 1);
  }
  tx.announce('rule_hits');
}
