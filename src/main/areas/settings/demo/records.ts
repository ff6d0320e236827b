/**
 * Records as sensors write them, so that the demo's alerts have the raw form of real ones:
 * Suricata user guide 7.0, "EVE JSON Format"; Wazuh 4.x documentation, "Event logging"; and a
 * plain JSON detection as endpoint and identity products send it.
 */
import { createHash } from 'node:crypto';
import type { ImportFormat } from '../../../../shared/areas/alerts/imports.contract.ts';
import { toIso } from '../../../../shared/kernel/time.ts';
import type { Host } from './company.ts';
import type { Detection, ProductDetail, SuricataDetail, WazuhDetail } from './detection.ts';
import type { Scene } from './scene.ts';
import { fill, type World } from './world.ts';

export interface SourceRecord {
  readonly format: Extract<ImportFormat, 'suricata-eve' | 'wazuh' | 'json'>;
  readonly bytes: Buffer;
}

export function writeRecord(world: World, detection: Detection, scene: Scene): SourceRecord {
  const { suricata, wazuh, detection: product } = detection;
  const encode = (record: object) => Buffer.from(JSON.stringify(record));
  if (suricata) {
    return { format: 'suricata-eve', bytes: encode(eveRecord(world, detection, suricata, scene)) };
  }
  if (wazuh) {
    return { format: 'wazuh', bytes: encode(wazuhRecord(world, detection, wazuh, scene)) };
  }
  if (!product) throw new Error(`${detection.title} names no source`);
  return { format: 'json', bytes: encode(productRecord(world, detection, product, scene)) };
}

function needed<T>(value: T | null, what: string, { title }: Detection): T {
  if (value === null) throw new Error(`${title} needs ${what}`);
  return value;
}

/** Microseconds and `+0000`, as Suricata writes. */
function eveTime(world: World, at: number): string {
  const micros = String(world.random.int(0, 999)).padStart(3, '0');
  return `${toIso(at).slice(0, -1)}${micros}+0000`;
}

function endpoints(detection: Detection, detail: SuricataDetail, { host, peer, to }: Scene) {
  const inside = needed(host, 'a host', detection).ip;
  if (detail.flow === 'inside') return [inside, needed(to, 'a second host', detection).ip] as const;
  const outside = needed(peer, 'a peer', detection);
  return detail.flow === 'in' ? ([outside, inside] as const) : ([inside, outside] as const);
}

/** The rule writer's word beside the priority. */
const SIGNATURE_SEVERITIES: Readonly<Record<number, string>> = {
  1: 'Major',
  2: 'Minor',
  3: 'Informational',
};

function eveRecord(world: World, detection: Detection, detail: SuricataDetail, scene: Scene) {
  const { random } = world;
  const [source, destination] = endpoints(detection, detail, scene);
  const timestamp = eveTime(world, scene.at);
  const packets = detail.proto === 'UDP' ? random.int(1, 3) : random.int(3, 900);
  const flowStart = scene.at - random.int(1, 20_000);
  return {
    timestamp,
    flow_id: random.int(1, 2 ** 31) * 1_000_003,
    in_iface: 'eno2',
    event_type: 'alert',
    src_ip: source,
    src_port: Number(scene.values.sport),
    dest_ip: destination,
    dest_port: detail.port,
    proto: detail.proto,
    pkt_src: 'wire/pcap',
    tx_id: 0,
    alert: {
      action: 'allowed',
      gid: 1,
      signature_id: detail.sid,
      rev: 3,
      signature: detection.title,
      category: detail.category,
      severity: detail.priority,
      metadata: {
        signature_severity: [SIGNATURE_SEVERITIES[detail.priority]],
        ...(detection.techniques.length > 0 ? { mitre_technique_id: detection.techniques } : {}),
      },
    },
    ...applicationOf(world, detail),
    direction: 'to_server',
    flow: {
      pkts_toserver: packets,
      pkts_toclient: Math.round(packets * 0.8),
      bytes_toserver: packets * random.int(60, 1400),
      bytes_toclient: packets * random.int(60, 1400),
      start: eveTime(world, flowStart),
    },
    host: world.company.sensor,
  };
}

function applicationOf({ random }: World, { app }: SuricataDetail): object {
  if (app?.type === 'http') {
    return {
      http: {
        hostname: app.host,
        url: app.url,
        http_user_agent: app.agent,
        http_method: app.method,
        protocol: 'HTTP/1.1',
        status: app.status,
        length: random.int(120, 42_000),
      },
      app_proto: 'http',
    };
  }
  if (app?.type === 'tls') {
    return { tls: { sni: app.sni, version: 'TLS 1.3' }, app_proto: 'tls' };
  }
  if (app?.type === 'dns') {
    const id = random.int(1, 65_535);
    const query = [{ type: 'query', id, rrname: app.name, rrtype: 'A', tx_id: 0, opcode: 0 }];
    return { dns: { query }, app_proto: 'dns' };
  }
  return {};
}

function agentOf(world: World, host: Host) {
  const id = String(world.company.agentNumber(host)).padStart(3, '0');
  return { id, name: host.name, ip: host.ip };
}

function wazuhRecord(world: World, detection: Detection, detail: WazuhDetail, scene: Scene) {
  const { random } = world;
  const host = needed(scene.host, 'a host', detection);
  const filled = (text: string) => fill(text, scene.values);
  const data = Object.entries(detail.data).map(([name, text]) => [name, filled(text)] as const);
  return {
    timestamp: `${toIso(scene.at).slice(0, -1)}+0000`,
    rule: {
      level: detail.level,
      description: detection.title,
      id: String(detail.rule),
      ...(detection.techniques.length > 0 ? { mitre: mitreOf(world, detection.techniques) } : {}),
      firedtimes: random.int(1, 40),
      mail: detail.level >= 12,
      groups: detail.groups,
    },
    agent: agentOf(world, host),
    manager: { name: world.company.wazuhManager },
    id: `${Math.floor(scene.at / 1000)}.${random.int(100_000, 99_999_999)}`,
    ...(detail.log === undefined ? {} : { full_log: filled(detail.log) }),
    ...(detail.syscheck === undefined ? {} : { syscheck: detail.syscheck }),
    decoder: { name: detail.decoder },
    ...(data.length > 0 ? { data: Object.fromEntries(data) } : {}),
    location: detail.location,
  };
}

function mitreOf(world: World, techniques: readonly string[]) {
  const known = techniques.map((id) => {
    const found = world.content.techniques[id];
    if (!found) throw new Error(`techniques.json does not know ${id}`);
    return found;
  });
  return {
    id: techniques,
    tactic: [...new Set(known.map(([, tactic]) => tactic))],
    technique: known.map(([name]) => name),
  };
}

/** Where a reader of plain JSON finds an alert's fields in the products' records. */
export const PRODUCT_FIELDS = {
  title: 'name',
  description: 'summary',
  severity: 'severity',
  time: 'time',
  source: 'product',
  sourceHost: 'host.name',
  sourceUser: 'user.name',
  sourceIp: 'address',
  destIp: 'remote.address',
  detector: 'rule.id',
  category: 'tactic',
  techniques: 'techniques',
} as const;

function productRecord(world: World, detection: Detection, detail: ProductDetail, scene: Scene) {
  const { host, user, peer } = scene;
  const filled = (text: string) => fill(text, scene.values);
  const program = (
    { name, path, command }: NonNullable<ProductDetail['process']>,
    pid: number,
  ) => ({
    name,
    ...(path === undefined ? {} : { path: filled(path), sha256: sha256Of(name) }),
    commandLine: filled(command),
    pid,
  });
  const pid = Number(scene.values.pid);
  return {
    schema: 'detection/1',
    id: world.newId(),
    time: toIso(scene.at),
    product: detail.product,
    severity: detail.severity,
    name: detection.title,
    summary: filled(detail.summary),
    ...(detail.tactic === undefined ? {} : { tactic: detail.tactic }),
    techniques: detection.techniques,
    rule: { id: detail.rule, version: '7' },
    address: host?.ip ?? peer,
    ...(host
      ? { host: { name: host.name, os: host.os, role: host.purpose, critical: host.isCritical } }
      : {}),
    ...(user ? { user: { name: user.login, mail: user.mail, department: user.department } } : {}),
    ...(detail.process === undefined ? {} : { process: program(detail.process, pid) }),
    ...(detail.parent === undefined ? {} : { parent: program(detail.parent, pid - 12) }),
    ...(host && peer ? { remote: { address: peer, port: 443 } } : {}),
    action: detail.action,
  };
}

/** The hash of the demo's programs: of their name, so that one program has one hash everywhere. */
export function sha256Of(program: string): string {
  return createHash('sha256').update(`demo program ${program}`).digest('hex');
}
