/** The rules in force, read in the transaction that goes by them. */
import { hash } from 'node:crypto';
import { z } from 'zod';
import {
  FINGERPRINT_FIELDS,
  type Fingerprint,
  type Fingerprinted,
  type FingerprintField,
  fingerprintOf,
  repeatText,
  titleTemplate,
  windowOf,
} from '../../../shared/areas/incidents/groups.rules.ts';
import { remembered } from '../../../shared/kernel/remembered.ts';
import type { ReadDb } from '../database.ts';

/** Raised where the same rules would give other keys or entities: everything is then grouped anew. */
const METHOD = 1;
export const GROUP_KEY_BYTES = 16;
const WINDOW_BYTES = 4;

/** `text`: all that keys depend on besides the alert, to compare and to keep. */
export const groupRulesSchema = z.object({
  fingerprints: z.array(
    z.object({ source: z.string(), fields: z.array(z.enum(FINGERPRINT_FIELDS)) }),
  ),
  text: z.string(),
});
export type GroupRules = Readonly<z.infer<typeof groupRulesSchema>>;

function toRules(fingerprints: readonly Fingerprint[]): GroupRules {
  const sorted = fingerprints
    .map(({ source, fields }) => ({ source, fields: [...fields] }))
    .sort((a, b) => (a.source < b.source ? -1 : 1));
  return { fingerprints: sorted, text: JSON.stringify([METHOD, sorted]) };
}

export const DEFAULT_RULES: GroupRules = toRules([]);

const isField = (field: unknown): field is FingerprintField =>
  (FINGERPRINT_FIELDS as readonly unknown[]).includes(field);

/** What a newer version wrote and this one cannot read counts as not there. */
function toFingerprint(row: { id: string; fields: string }): Fingerprint[] {
  const read: unknown = JSON.parse(row.fields);
  const fields = Array.isArray(read) ? read.filter(isField) : [];
  return fields.length === 0 ? [] : [{ source: row.id, fields }];
}

export function readGroupRules(db: ReadDb): GroupRules {
  const rows = db.all<{ id: string; fields: string }>(
    'SELECT id, fields FROM group_fingerprints WHERE deleted_at IS NULL',
  );
  return rows.length === 0 ? DEFAULT_RULES : toRules(rows.flatMap(toFingerprint));
}

/** The rules with another one for a source; null for the rule of every source. */
export function withFingerprint(
  rules: GroupRules,
  source: string,
  fields: readonly FingerprintField[] | null,
): GroupRules {
  const others = rules.fingerprints.filter((rule) => rule.source !== source);
  return toRules(fields === null ? others : [...others, { source, fields }]);
}

/** `text` is what repeats have in common (`repeatText`). */
function hashKey(text: string, createdAt: number): Buffer {
  const key = Buffer.alloc(GROUP_KEY_BYTES);
  key.writeUInt32BE(windowOf(createdAt) >>> 0, 0);
  key.write(hash('sha256', text, 'binary'), WINDOW_BYTES, GROUP_KEY_BYTES - WINDOW_BYTES, 'latin1');
  return key;
}

/** The key of the group of an alert; one object for all repeats. */
export function createKeyMaker(rules: GroupRules): (alert: Fingerprinted) => Buffer {
  const fieldsBySource = new Map<string, readonly FingerprintField[]>();
  const keysByText = new Map<string, Buffer>();
  const templateOf = remembered(titleTemplate);
  return (alert) => {
    let fields = fieldsBySource.get(alert.source);
    if (!fields) {
      fields = fingerprintOf(rules.fingerprints, alert.source);
      fieldsBySource.set(alert.source, fields);
    }
    const text = repeatText(alert, fields, templateOf);
    let key = keysByText.get(text);
    if (!key) {
      key = hashKey(text, alert.createdAt);
      keysByText.set(text, key);
    }
    return key;
  };
}

/** The key of the group that an alert is alone, because an analyst took it out of another. */
export function detachedKey(alertId: string, createdAt: number): Buffer {
  return hashKey(`detached|${alertId}`, createdAt);
}
