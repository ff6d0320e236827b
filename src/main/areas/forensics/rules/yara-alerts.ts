/**
 * From files that YARA rules matched to alerts: one a rule and file, with what proves it: the file by name,
 * hash and evidence, and the places that matched. What a person called a false positive makes none.
 */
import { createHash } from 'node:crypto';
import { RULE_LIMITS, severityOf } from '../../../../shared/areas/forensics/rules/rules.rules.ts';
import type { WriteTx } from '../../../db/write-door.ts';
import type { NewId } from '../../../platform/ids.ts';
import { isOfFew } from '../restricted/rule-alerts.store.ts';
import type { AddAlert } from './hit-alerts.ts';
import { alertOf, keepAlert, linkHits } from './rule-hits.store.ts';
import { findRule } from './rules-list.store.ts';
import { marksOf } from './tuning.store.ts';
import { hitOfFile, type YaraHits } from './yara-rules.store.ts';

export interface YaraAlertPorts {
  readonly addAlert: AddAlert;
  readonly newId: NewId;
}

/** @returns how many alerts are new; at most `room`. */
export function alertYaraHits(
  tx: WriteTx,
  scan: YaraHits,
  { addAlert, newId }: YaraAlertPorts,
  room: number = RULE_LIMITS.alertsOfRun,
): number {
  const { investigationId, sourceId, sha256 } = scan;
  if (isOfFew(tx, investigationId)) return 0;
  const eventId = hitOfFile(sha256);
  const marked = new Set(
    marksOf(tx, investigationId, sourceId)
      .filter((mark) => mark.eventId === eventId)
      .map(({ ruleId }) => ruleId),
  );
  let made = 0;
  for (const { ruleId, matched } of scan.hits) {
    const rule = findRule(tx, ruleId);
    if (!rule || rule.level === 'informational' || marked.has(ruleId)) continue;
    const key = { ruleId, investigationId, sourceId, entity: eventId };
    const known = alertOf(tx, key);
    if (known === null && made >= room) continue;
    const id = known ?? newId();
    if (known === null) {
      if (!addAlert(tx, { id, ...alertOfFile(rule, scan, matched) })) continue;
      made++;
    }
    keepAlert(tx, { ...key, alertId: id, eventId, hits: 1 });
    linkHits(tx, { ruleId, investigationId, sourceId, alertId: id, eventId }, [eventId]);
  }
  return made;
}

type Rule = NonNullable<ReturnType<typeof findRule>>;

const PLACES = 20;

function alertOfFile(
  rule: Rule,
  { investigationId, sourceId, evidenceId, fileName, sha256 }: YaraHits,
  matched: YaraHits['hits'][number]['matched'],
) {
  const file = fileName.slice(0, 300);
  const record = {
    rule: { id: rule.ruleKey, title: rule.title, version: rule.statedVersion, hash: rule.hash },
    place: { file, sha256, evidence: evidenceId, session: sourceId },
    investigation: investigationId,
    matched: matched.slice(0, PLACES),
  };
  return {
    title: rule.title.slice(0, 500),
    description: `${(rule.description ?? rule.title).slice(0, 2_000)}\n\nFound in the file ${file}, SHA-256 ${sha256}.`,
    severity: severityOf(rule.level),
    ...{ sourceHost: null, sourceUser: null, sourceIp: null, destIp: null },
    detector: rule.ruleKey.slice(0, 200),
    category: 'YARA',
    techniques: rule.techniques,
    // A file says nothing of when.
    at: null,
    fingerprint: fingerprintOf(rule.ruleKey, investigationId, sha256),
    raw: new TextEncoder().encode(JSON.stringify(record)),
  };
}

function fingerprintOf(ruleKey: string, investigationId: string, sha256: string): Uint8Array {
  const key = Buffer.alloc(16);
  const hash = createHash('sha256');
  hash.update(JSON.stringify(['yara', ruleKey, investigationId, sha256]));
  key.set(hash.digest().subarray(0, 12), 4);
  return key;
}
