import type { Severity } from '../../../../../shared/kernel/severity.ts';
import { countUnknown } from '../../../../platform/records/field-paths.ts';
import { isObject, type JsonObject } from '../../../../platform/records/json-record.ts';
import {
  addressOf,
  cleanText,
  DESCRIPTION_MAX,
  firstLabel,
  label,
  TITLE_MAX,
  techniquesOf,
} from '../../../../platform/records/text.ts';
import type { ImportedAlert, ParseOutcome } from '../imported-alert.ts';
import type { ImportTally } from '../tally.ts';
import { type JsonFormat, rejected, skipped } from './format.ts';
import { describeTraffic } from './traffic.ts';

/**
 * Suricata user guide (7.0 and 8.0), "EVE JSON Format": "Common Section" and "Event type: Alert".
 * Only `alert` events are alerts; flows, statistics and protocol records are skipped.
 *
 * Host is `host`, the name of the sensor (`sensor-name` of suricata.yaml): the only machine that
 * the record names. Addresses are those of the packet that raised the alert.
 */
export const suricataEve: JsonFormat = {
  id: 'suricata-eve',
  marks: 'event_type and an alert object with signature_id',
  recognises(record) {
    if (typeof record.event_type !== 'string') return false;
    if (record.event_type === 'alert') return isObject(record.alert);
    return isObject(record[record.event_type]) || 'flow_id' in record || 'src_ip' in record;
  },
  parse: parseEve,
};

const KNOWN = new Set(
  `timestamp flow_id in_iface event_type vlan src_ip src_port dest_ip dest_port proto ip_v icmp_type
  icmp_code response_icmp_type response_icmp_code community_id tx_id tx_guessed app_proto app_proto_ts
  app_proto_tc app_proto_orig app_proto_expected direction flow payload payload_printable
  payload_length packet packet_info stream host pcap_cnt pcap_filename pkt_src metadata ether verdict
  files fileinfo alert anomaly tunnel capture_file parent_id xff log_level tcp tls http http2 dns smtp
  email ssh ftp ftp_data smb rdp krb5 snmp nfs rpc tftp dhcp mqtt modbus dnp3 quic ike rfb sip sdp
  dcerpc pgsql bittorrent_dht websocket ldap mdns doh2 arp pop3 enip telnet rtp dnp3_request
  dnp3_response flowbits flowints traffic`.split(/\s+/),
);
const KNOWN_ALERT = new Set(
  `action gid signature_id rev signature category severity metadata source target rule references
  context tenant_id xff tx_id app_proto`.split(/\s+/),
);

function parseEve(record: JsonObject, tally: ImportTally): ParseOutcome {
  if (record.event_type !== 'alert') return notAnAlert(record.event_type);
  const { alert } = record;
  if (!isObject(alert)) return rejected('an alert event without an alert object');
  const time = tally.place(record.timestamp);
  if (time === null) return rejected(tally.problemOf(record.timestamp));
  const count = (field: string) => tally.unknown(field);
  countUnknown(record, KNOWN, '', count);
  countUnknown(alert, KNOWN_ALERT, 'alert.', count);
  return { type: 'alert', alert: alertOf(record, alert, tally, time) };
}

function alertOf(
  record: JsonObject,
  alert: JsonObject,
  tally: ImportTally,
  time: Pick<ImportedAlert, 'createdAt' | 'timeBasis'>,
): ImportedAlert {
  const metadata = isObject(alert.metadata) ? alert.metadata : null;
  return {
    title: signatureTitle(alert),
    description: cleanText(describeEve(record, alert), DESCRIPTION_MAX),
    severity: tally.severity(eveSeverity(alert)),
    source: 'Suricata',
    sourceHost: label(record.host),
    sourceUser: userOf(record),
    sourceIp: addressOf(record.src_ip),
    destIp: addressOf(record.dest_ip),
    detector: eveDetector(alert),
    category: label(alert.category),
    techniques: metadata === null ? [] : techniquesOf(metadata.mitre_technique_id),
    createdAt: time.createdAt,
    timeBasis: time.timeBasis,
    own: null,
  };
}

function notAnAlert(eventType: unknown): ParseOutcome {
  if (typeof eventType !== 'string') return rejected('no event_type');
  return skipped(`${cleanText(eventType, 40)} events`);
}

export function signatureTitle(alert: JsonObject): string {
  const { signature } = alert;
  if (typeof signature === 'string' && signature.trim() !== '') {
    return cleanText(signature.trim(), TITLE_MAX);
  }
  return cleanText(`Signature ${label(alert.signature_id) ?? 'without a name'}`, TITLE_MAX);
}

/** `suricata:GID:SID`; the group id is 1 where the record leaves it out, as in the rule language. */
export function eveDetector(alert: JsonObject): string | null {
  const sid = label(alert.signature_id);
  return sid === null ? null : `suricata:${label(alert.gid) ?? '1'}:${sid}`;
}

/**
 * `alert.severity` is the rule's priority, 1 the most urgent (classification.config gives 1 to 4);
 * the rule writer's `signature_severity` raises it to CRITICAL.
 */
export function eveSeverity(alert: JsonObject): Severity | null {
  if (isObject(alert.metadata) && isCritical(alert.metadata.signature_severity)) return 'CRITICAL';
  const priority = Number(alert.severity ?? Number.NaN);
  if (priority === 1) return 'HIGH';
  if (priority === 2) return 'MEDIUM';
  return priority >= 3 ? 'LOW' : null;
}

function isCritical(value: unknown): boolean {
  const word: unknown = Array.isArray(value) ? value[0] : value;
  return typeof word === 'string' && word.toLowerCase() === 'critical';
}

function userOf(record: JsonObject): string | null {
  const { smb, krb5 } = record;
  if (isObject(smb) && isObject(smb.ntlmssp)) return label(smb.ntlmssp.user);
  return isObject(krb5) ? firstLabel(krb5.cname) : null;
}

/** One line: who talked to whom, what the sensor did, and what was asked for. */
export function describeEve(record: JsonObject, alert: JsonObject): string {
  let text = describeTraffic(
    firstLabel(record.proto, record.app_proto),
    endpoint(record.src_ip, record.src_port),
    endpoint(record.dest_ip, record.dest_port),
  );
  const action = label(alert.action);
  if (action !== null) text += `, ${action}`;
  const asked = askedFor(record);
  return asked === '' ? `${text}.` : `${text}. ${asked}`;
}

function endpoint(ip: unknown, port: unknown): string | null {
  const address = addressOf(ip);
  if (address === null) return null;
  const number = label(port);
  if (number === null) return address;
  return address.includes(':') ? `[${address}]:${number}` : `${address}:${number}`;
}

function askedFor(record: JsonObject): string {
  const { http, tls, dns } = record;
  if (isObject(http)) {
    const target = `${label(http.hostname) ?? ''}${label(http.url) ?? ''}`;
    return `HTTP ${label(http.http_method) ?? 'request'} ${target}`.trim();
  }
  if (isObject(tls)) return `TLS ${firstLabel(tls.sni, tls.subject) ?? ''}`.trim();
  return isObject(dns) ? `DNS ${dnsName(dns) ?? ''}`.trim() : '';
}

/** Suricata 6 and 7 write `query`, 8 writes `queries`; a single answer has `rrname` itself. */
function dnsName(dns: JsonObject): string | null {
  const list = Array.isArray(dns.query) ? dns.query : dns.queries;
  const first: unknown = Array.isArray(list) ? list[0] : dns;
  return isObject(first) ? label(first.rrname) : null;
}
