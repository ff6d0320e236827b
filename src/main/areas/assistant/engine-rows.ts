/** An alert as the engine's tables know it: its row in the one form the engine reads, and its keys. */
import { hash } from 'node:crypto';
import {
  type EngineAlert,
  KEY_LEVELS,
  type KeyLevel,
  type PatternKeys,
} from '../../../shared/areas/assistant/engine/engine.types.ts';
import {
  type PlainAlert,
  toEngineAlert,
} from '../../../shared/areas/assistant/engine/normalise.ts';
import {
  detectionOf,
  patternKeys,
  principalOf,
} from '../../../shared/areas/assistant/engine/pattern-keys.ts';
import { DECISIONS, type Decision } from '../../../shared/areas/assistant/explanation.ts';
import { HOUR_MS } from '../../../shared/kernel/time.ts';
import type { RowOf } from '../../db/statements.ts';
import type { alertsTable } from '../../db/tables/alerts.table.ts';

export type AlertRow = RowOf<typeof alertsTable>;

/** What of an alert the engine reads and remembers. */
export interface ScoredAlert {
  readonly row: AlertRow;
  readonly alert: EngineAlert;
  readonly keys: PatternKeys;
  readonly seen: SightingKeys;
}

/** 48 bits each; `host` is null where no sensor vouches for one. */
export interface SightingKeys {
  readonly detection: number;
  readonly host: number | null;
  readonly user: number | null;
  readonly hour: number;
}

const KEY_BYTES = 6;
const digestOf = (text: string) => hash('sha256', text, 'buffer');
const numberOf = (text: string) => digestOf(text).readUIntBE(0, KEY_BYTES);

/** Whole: attackers write what traits are made of, and must not find a second text with the same hash. */
export const traitHash = (trait: string) => digestOf(trait).toString('base64url').slice(0, 24);

/** Of a pattern's key: a UUID of version 8 (RFC 9562, section 5.8), the same on every workstation. */
export function patternUid(key: string): string {
  const bytes = digestOf(`watchfloor pattern\n${key}`);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex', 0, 16);
  return [0, 8, 12, 16, 20].map((from, i, all) => hex.slice(from, all[i + 1] ?? 32)).join('-');
}

export function toScored(row: AlertRow): ScoredAlert {
  const alert = toEngineAlert(row satisfies PlainAlert);
  const principal = principalOf(alert);
  const seen = {
    detection: numberOf(`detection\n${detectionOf(alert)}`),
    host: principal === null ? null : numberOf(`host\n${principal}`),
    user: alert.user ? numberOf(`user\n${alert.user.text.trim().toLowerCase()}`) : null,
    hour: Math.floor(row.createdAt / HOUR_MS),
  };
  return { row, alert, keys: patternKeys(alert), seen };
}

/** The keys under which a verdict is kept, from the widest to the narrowest that there is. */
export function levelsOf(keys: PatternKeys): { level: KeyLevel; key: string }[] {
  return KEY_LEVELS.flatMap((level) => {
    const key = keys[level];
    return key === null ? [] : [{ level, key }];
  });
}

export const decisionNumber = (decision: Decision): number => DECISIONS.indexOf(decision);
export const decisionOf = (n: number): Decision => DECISIONS[n] ?? 'review';
/** What would be closed, as the tables have it. */
export const AUTO_CLOSE = DECISIONS.indexOf('auto-close');
