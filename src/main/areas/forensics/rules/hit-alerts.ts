/**
 * From hits to alerts: one alert a rule, source and group of entities (host, user, address), however often
 * it was hit, with the first event as the record that proves it. Bounded; what is beyond is said.
 */
import { createHash } from 'node:crypto';
import { RULE_LIMITS, severityOf } from '../../../../shared/areas/forensics/rules/rules.rules.ts';
import type { Severity } from '../../../../shared/kernel/severity.ts';
import { toIso } from '../../../../shared/kernel/time.ts';
import type { WriteTx } from '../../../db/write-door.ts';
import type { StoredEvent } from '../events/event-store.types.ts';
import type { RuleRow } from './packs.store.ts';

/** What becomes an alert; whoever owns alerts makes the row. */
interface ProvenAlert {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly severity: Severity;
  readonly sourceHost: string | null;
  readonly sourceUser: string | null;
  readonly sourceIp: string | null;
  readonly destIp: string | null;
  readonly detector: string;
  readonly category: string | null;
  readonly techniques: string[];
  /** Null where the event has no time. */
  readonly at: number | null;
  /** 16 bytes, the same for the same rule, source and entities. */
  readonly fingerprint: Uint8Array;
  /** JSON. */
  readonly raw: Uint8Array;
}

/** Of the alerts area: the door that imported alerts go through. @returns false where it was known. */
export type AddAlert = (tx: WriteTx, alert: ProvenAlert) => boolean;

export interface Group {
  readonly entity: string;
  readonly host: string | null;
  readonly user: string | null;
  readonly ip: string | null;
  readonly first: StoredEvent;
  readonly matched: readonly { field: string; value: string }[];
  readonly eventIds: string[];
  hits: number;
}

const SOURCE_IP = [
  'IpAddress',
  'SourceIp',
  'src_ip',
  'c-ip',
  'id.orig_h',
  'sourceIPAddress',
  'addr',
  'ClientAddress',
];
const DEST_IP = ['DestinationIp', 'dst_ip', 'id.resp_h', 'DestAddress'];
const ADDRESS = /^(?:(?:\d{1,3}\.){3}\d{1,3}|[0-9a-f:]*:[0-9a-f:.]*:[0-9a-f:.]*)$/i;

function addressOf(event: StoredEvent, names: readonly string[]): string | null {
  for (const name of names) {
    const value = event.fields[name];
    const one = (typeof value === 'string' ? value : (value?.[0] ?? ''))
      .trim()
      .replace(/^::ffff:/i, '');
    if (ADDRESS.test(one) && one !== '::1' && one !== '127.0.0.1' && one !== '0.0.0.0') return one;
  }
  return null;
}

function entityOf(event: StoredEvent): Pick<Group, 'entity' | 'host' | 'user' | 'ip'> {
  const host = event.host?.slice(0, 255) ?? null;
  const user = event.user?.slice(0, 255) ?? null;
  const ip = addressOf(event, SOURCE_IP);
  return { entity: JSON.stringify([host, user, ip]).toLowerCase(), host, user, ip };
}

export const placeOf = (sourceName: string, { record, offset }: StoredEvent): string =>
  [
    sourceName.slice(0, 300),
    ...(record === null ? [] : [`record ${record}`]),
    ...(offset === null ? [] : [`offset ${offset}`]),
  ].join(', ');

interface Frame {
  readonly id: string;
  readonly investigationId: string;
  readonly sourceId: string;
  readonly sourceName: string;
}

const FIELD_CHARS = 4_000;
const FIELDS = 200;

export function toAlert(row: RuleRow, group: Group, frame: Frame): ProvenAlert {
  const { first } = group;
  const place = placeOf(frame.sourceName, first);
  const repeated =
    group.hits > 1
      ? ` Events of the same host, user and address that the rule found: ${group.hits}.`
      : '';
  const record = {
    rule: { id: row.ruleKey, title: row.title, version: row.statedVersion, hash: row.hash },
    place: { file: frame.sourceName, record: first.record, offset: first.offset },
    investigation: frame.investigationId,
    event: first.id,
    time: first.timeMs === null ? null : toIso(first.timeMs),
    summary: first.summary,
    matched: group.matched,
    fields: Object.fromEntries(
      Object.entries(first.fields)
        .slice(0, FIELDS)
        .map(([name, value]) => [
          name,
          typeof value === 'string'
            ? value.slice(0, FIELD_CHARS)
            : value.slice(0, 50).map((one) => one.slice(0, 500)),
        ]),
    ),
  };
  return {
    id: frame.id,
    title: row.title.slice(0, 500),
    description: `${(row.description ?? row.title).slice(0, 2_000)}\n\nFound in ${place}.${repeated}`,
    severity: severityOf(row.level),
    sourceHost: group.host,
    sourceUser: group.user,
    sourceIp: group.ip,
    destIp: addressOf(first, DEST_IP),
    detector: row.ruleKey.slice(0, 200),
    category: row.logsource?.slice(0, 200) ?? null,
    techniques: row.techniques,
    at: first.timeMs,
    fingerprint: fingerprintOf(row, group, frame),
    raw: new TextEncoder().encode(JSON.stringify(record)),
  };
}

function fingerprintOf(
  row: RuleRow,
  group: Group,
  { investigationId, sourceId }: Frame,
): Uint8Array {
  const key = Buffer.alloc(16);
  const hash = createHash('sha256');
  hash.update(JSON.stringify(['rule', row.ruleKey, investigationId, sourceId, group.entity]));
  key.set(hash.digest().subarray(0, 12), 4);
  const seconds = Math.floor((group.first.timeMs ?? 0) / 1_000);
  if (seconds > 0 && seconds <= 0xffff_ffff) key.writeUInt32BE(seconds, 0);
  return key;
}

/** Groups of one rule in one source. Beyond the limit a group is only counted, with the last. */
export class RuleGroups {
  readonly row: RuleRow;
  readonly groups = new Map<string, Group>();
  hits = 0;
  beyond = 0;

  constructor(row: RuleRow) {
    this.row = row;
  }

  add(event: StoredEvent, matched: Group['matched']): void {
    const entity = entityOf(event);
    const known = this.groups.get(entity.entity);
    if (known) {
      known.hits++;
      if (known.eventIds.length < RULE_LIMITS.hits) known.eventIds.push(String(event.id));
    } else if (this.groups.size < RULE_LIMITS.alerts)
      this.groups.set(entity.entity, {
        ...entity,
        first: event,
        matched,
        eventIds: [String(event.id)],
        hits: 1,
      });
    else this.beyond++;
  }
}
