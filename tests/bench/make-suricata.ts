/**
 * Suricata EVE alert records as they come off a busy sensor: about 900 bytes, a few hundred hosts,
 * signatures of very uneven frequency, no two records the same. The same seed gives the same bytes.
 */

interface Signature {
  readonly sid: number;
  readonly name: string;
  readonly category: string;
  readonly severity: 1 | 2 | 3;
  readonly words: readonly string[];
  readonly technique: string | null;
  readonly proto: 'http' | 'tls' | 'dns';
}

const SIGNATURES: readonly Signature[] = [
  ['SCAN Web scanner by user agent', 'Web Application Attack', 1, 'Major', 'T1595', 'http'],
  ['WEB SQL keyword in query parameter', 'Web Application Attack', 1, 'Critical', 'T1190', 'http'],
  ['WEB Path climbs out of its folder', 'Attempted Information Leak', 2, 'Major', 'T1083', 'http'],
  ['WEB Script tag in address', 'Web Application Attack', 1, 'Major', 'T1059', 'http'],
  [
    'POLICY Password sent in clear text',
    'Potential Corporate Privacy Violation',
    1,
    'Minor',
    'T1552',
    'http',
  ],
  ['INFO Package manager outbound', 'Not Suspicious Traffic', 3, 'Informational', null, 'http'],
  [
    'DNS Query for a name under a rare top-level domain',
    'Potentially Bad Traffic',
    2,
    'Minor',
    'T1071',
    'dns',
  ],
  [
    'DNS Long label, possible tunnel',
    'A Network Trojan was detected',
    1,
    'Critical',
    'T1572',
    'dns',
  ],
  ['TLS Certificate signed by itself', 'Misc activity', 3, 'Informational', null, 'tls'],
  [
    'TLS Fingerprint of a known implant',
    'Malware Command and Control Activity Detected',
    1,
    'Critical',
    'T1573',
    'tls',
  ],
].map(([name, category, severity, level, technique, proto], index) => ({
  sid: 9_000_001 + index,
  name: `LOCAL ${name}`,
  category: String(category),
  severity: severity as Signature['severity'],
  words: [String(level)],
  technique: technique === null ? null : String(technique),
  proto: proto as Signature['proto'],
}));

/** A word that one record in 50,000 carries in its signature, for searches that find little. */
export const RARE_TERM = 'kestrelvane';
const RARE_EVERY = 50_000;
const RARE: Signature = {
  sid: 9_000_999,
  name: 'LOCAL MALWARE Beacon of the Kestrelvane implant',
  category: 'Malware Command and Control Activity Detected',
  severity: 1,
  words: ['Critical'],
  technique: 'T1071',
  proto: 'tls',
};

const START = Date.UTC(2026, 10, 1);
const PATHS = [
  '/login',
  '/index.html',
  '/api/v1/items',
  '/cgi-bin/status',
  '/static/app.js',
  '/search',
];
const AGENTS = [
  'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0',
  'curl/8.14.1',
];

/** Mulberry32: small, fast, and the same everywhere. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** One record in so many comes from this address, and in no other call's records. */
export const KNOWN_ADDRESS = '203.0.113.77';
const KNOWN_EVERY = 33;

export function* suricataRecords(
  count: number,
  seed: number,
  hasKnown = false,
): Generator<string, void, undefined> {
  const random = createRandom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  let at = START + (seed % 1_000) * 86_400_000;
  for (let index = 0; index < count; index++) {
    at += below(900);
    const rank = Math.min(SIGNATURES.length - 1, Math.floor(random() ** 2 * SIGNATURES.length));
    const signature = index % RARE_EVERY === RARE_EVERY / 2 ? RARE : SIGNATURES[rank];
    if (signature === undefined) continue;
    const record = recordOf(signature, at, index, below);
    const isKnown = hasKnown && index % KNOWN_EVERY === 0;
    yield JSON.stringify(isKnown ? { ...record, src_ip: KNOWN_ADDRESS } : record);
  }
}

function recordOf(
  signature: Signature,
  at: number,
  index: number,
  below: (limit: number) => number,
): object {
  const micros = String(below(1_000)).padStart(3, '0');
  const client = `10.${below(4)}.${below(8)}.${1 + below(250)}`;
  const server = `192.0.2.${1 + below(250)}`;
  return {
    timestamp: `${new Date(at).toISOString().slice(0, 23)}${micros}+0000`,
    flow_id: 1_000_000_000_000_000 + index * 4_096 + below(4_096),
    in_iface: 'eth0',
    event_type: 'alert',
    src_ip: client,
    src_port: 1_024 + below(64_000),
    dest_ip: server,
    dest_port: signature.proto === 'http' ? 80 : signature.proto === 'tls' ? 443 : 53,
    proto: signature.proto === 'dns' ? 'UDP' : 'TCP',
    pkt_src: 'wire/pcap',
    community_id: `1:${below(2 ** 31).toString(36)}${below(2 ** 31).toString(36)}=`,
    tx_id: below(20),
    alert: alertOf(signature),
    ...applicationOf(signature, below),
    app_proto: signature.proto,
    direction: 'to_server',
    flow: {
      pkts_toserver: 1 + below(40),
      pkts_toclient: 1 + below(40),
      bytes_toserver: 100 + below(40_000),
      bytes_toclient: 100 + below(400_000),
      start: `${new Date(at - below(60_000)).toISOString().slice(0, 23)}${micros}+0000`,
      src_ip: client,
      dest_ip: server,
    },
    host: `sensor-${1 + below(6)}`,
  };
}

function alertOf(signature: Signature): object {
  const { technique } = signature;
  return {
    action: 'allowed',
    gid: 1,
    signature_id: signature.sid,
    rev: 3,
    signature: signature.name,
    category: signature.category,
    severity: signature.severity,
    metadata: {
      confidence: ['Medium'],
      signature_severity: signature.words,
      ...(technique === null ? {} : { mitre_technique_id: [technique] }),
      updated_at: ['2026_05_14'],
    },
  };
}

function applicationOf(signature: Signature, below: (limit: number) => number): object {
  const site = `host-${below(400)}.example.com`;
  if (signature.proto === 'dns') {
    return {
      dns: { query: [{ type: 'query', id: below(65_536), rrname: site, rrtype: 'A', tx_id: 0 }] },
    };
  }
  if (signature.proto === 'tls') {
    return { tls: { sni: site, version: 'TLS 1.3', ja3: { hash: below(2 ** 31).toString(16) } } };
  }
  return {
    http: {
      hostname: site,
      url: `${PATHS[below(PATHS.length)]}?id=${below(1_000_000)}`,
      http_user_agent: AGENTS[below(AGENTS.length)],
      http_content_type: 'text/html',
      http_method: below(4) === 0 ? 'POST' : 'GET',
      protocol: 'HTTP/1.1',
      status: 200,
      length: below(50_000),
    },
  };
}
