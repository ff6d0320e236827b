import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { CaptureEvent } from '../../src/shared/areas/forensics/pcap/capture.types.ts';
import { captureTime } from '../../src/shared/areas/forensics/pcap/capture-reader.ts';
import {
  capinfos,
  exportedHttp,
  type Row,
  tsharkRows,
  wiresharkMissing,
} from './capture-oracles.ts';
import {
  CAPTURES,
  captureNames,
  capturePath,
  eventsOf,
  type ReadCapture,
  readCaptureFile,
} from './capture-reading.ts';

const missing = existsSync(CAPTURES) ? wiresharkMissing() : '../shared/data is missing';
if (missing !== '') console.log(`Skipped against tshark: ${missing}.`);
const names = missing === '' ? captureNames() : [];

const FIELDS = [
  'tcp.stream',
  'udp.stream',
  'icmp.type',
  'icmpv6.type',
  'dns.id',
  'dns.qry.name',
  'dns.resp.name',
  'dns.a',
  'dns.aaaa',
  'dns.cname',
  'dns.ptr.domain_name',
  'dns.ns',
  'dns.txt',
  'dns.srv.target',
  'http.request.method',
  'http.request.uri',
  'http.request.version',
  'http.host',
  'http.user_agent',
  'http.cookie',
  'http.response.code',
  'http.response.phrase',
  'http.content_type',
  'http.server',
  'tls.handshake.extensions_server_name',
  'dtls.handshake.extensions_server_name',
  'tls.handshake.extensions_alpn_str',
  'tls.handshake.ja3',
  'dtls.handshake.ja3',
  'tls.handshake.ja3_full',
  'tls.handshake.ja3s',
  'dtls.handshake.ja3s',
  'tls.handshake.certificate',
  'dtls.handshake.certificate',
  'ssh.protocol',
  'ssh.kex.hassh',
  'ssh.kex.hasshserver',
] as const;

/** Where we read more, or otherwise, than tshark: each for a reason. */
const OTHERWISE: readonly string[] = [
  // The request's target has a blank in it: tshark cuts it there.
  'gre-erspan-vxlan.pcap uri',
  'gre-erspan-vxlan.pcap version',
  // tshark does not follow SOCKS 4 to a name without the client's first message.
  'socks4-https.pcap ja3s',
  'socks4-https.pcap certificates',
  // Bytes beyond ASCII: tshark writes replacement characters, we write hexadecimal.
  'tls-non-ascii-alpn.pcapng alpn',
];

function values(rows: readonly Row[], ...fields: (typeof FIELDS)[number][]): string[] {
  return rows.flatMap((row) => fields.flatMap((field) => row[field] ?? []));
}

const sha256 = (hex: string): string =>
  createHash('sha256')
    .update(Buffer.from(hex.replaceAll(':', ''), 'hex'))
    .digest('hex');

const hexId = (id: number): string => `0x${id.toString(16).padStart(4, '0')}`;

function headers(events: readonly CaptureEvent[], name: string): string[] {
  return [...eventsOf(events, 'http.request'), ...eventsOf(events, 'http.response')].flatMap(
    (message) =>
      message.headers.filter(([key]) => key.toLowerCase() === name).map(([, value]) => value),
  );
}

type Facts = Readonly<Record<string, readonly string[]>>;

function dnsFacts(events: readonly CaptureEvent[]): Facts {
  // NetBIOS names have fields of their own there.
  const messages = eventsOf(events, 'dns').filter(({ service }) => service !== 'nbns');
  const records = messages.flatMap((message) => [
    ...message.answers,
    ...message.authorities,
    ...message.additionals,
  ]);
  const of = (wanted: string): string[] =>
    records.filter(({ type }) => type === wanted).map(({ data }) => data);
  const root = (name: string): string => (name === '' ? '<Root>' : name);
  return {
    id: messages.map(({ id }) => hexId(id)),
    question: messages.flatMap(({ questions }) => questions.map(({ name }) => root(name))),
    owner: records.map(({ name }) => root(name)),
    a: of('A'),
    aaaa: of('AAAA'),
    cname: of('CNAME'),
    ptr: of('PTR'),
    ns: of('NS'),
    txt: of('TXT'),
    srv: of('SRV').map((data) => data.split(' ')[3] ?? ''),
  };
}

/** What an ICMP error quotes is no message of its own. */
function peerDns(all: readonly Row[]): Facts {
  const rows = all.filter((row) => !row['icmp.type']?.length && !row['icmpv6.type']?.length);
  return {
    id: values(rows, 'dns.id'),
    question: values(rows, 'dns.qry.name'),
    owner: values(rows, 'dns.resp.name'),
    a: values(rows, 'dns.a'),
    aaaa: values(rows, 'dns.aaaa'),
    cname: values(rows, 'dns.cname'),
    ptr: values(rows, 'dns.ptr.domain_name'),
    ns: values(rows, 'dns.ns'),
    txt: values(rows, 'dns.txt'),
    srv: values(rows, 'dns.srv.target'),
  };
}

function httpFacts(events: readonly CaptureEvent[]): Facts {
  const requests = eventsOf(events, 'http.request');
  const responses = eventsOf(events, 'http.response');
  return {
    method: requests.map(({ method }) => method),
    uri: requests.map(({ target }) => target),
    version: requests.map(({ version }) => version),
    host: headers(events, 'host'),
    agent: headers(events, 'user-agent').filter((agent) => agent !== ''),
    cookie: headers(events, 'cookie'),
    status: responses.map(({ status }) => String(status)),
    reason: responses.map(({ reason }) => reason).filter((reason) => reason !== ''),
    type: headers(events, 'content-type'),
    server: headers(events, 'server'),
  };
}

/** SSDP looks like HTTP, but over UDP. */
function peerHttp(all: readonly Row[]): Facts {
  const rows = all.filter((row) => row['tcp.stream']?.length);
  return {
    method: values(rows, 'http.request.method'),
    uri: values(rows, 'http.request.uri'),
    version: values(rows, 'http.request.version'),
    host: values(rows, 'http.host'),
    agent: values(rows, 'http.user_agent'),
    cookie: values(rows, 'http.cookie'),
    status: values(rows, 'http.response.code'),
    reason: values(rows, 'http.response.phrase'),
    type: values(rows, 'http.content_type'),
    server: values(rows, 'http.server'),
  };
}

/** Captures that carry keys are decrypted there: what follows the hellos is then no common ground. */
function tlsFacts({ events, receipt }: ReadCapture): Facts {
  const clients = eventsOf(events, 'tls.client');
  const servers = eventsOf(events, 'tls.server');
  const chains = eventsOf(events, 'tls.certificates').flatMap((event) => event.certificates);
  const open = receipt.secretBlocks === 0;
  return {
    sni: clients.map(({ sni }) => sni).filter((sni) => sni !== ''),
    ja3: clients.map(({ ja3 }) => ja3),
    ja3Text: clients.filter(({ carrier }) => carrier !== 'dtls').map(({ ja3Text }) => ja3Text),
    ja3s: servers.map(({ ja3s }) => ja3s),
    alpn: open ? [...clients, ...servers].flatMap(({ alpn }) => alpn).filter((a) => a !== '') : [],
    certificates: open ? chains.map((certificate) => certificate.sha256) : [],
  };
}

function peerTls(rows: readonly Row[], open: boolean): Facts {
  return {
    sni: values(
      rows,
      'tls.handshake.extensions_server_name',
      'dtls.handshake.extensions_server_name',
    ),
    ja3: values(rows, 'tls.handshake.ja3', 'dtls.handshake.ja3'),
    ja3Text: values(rows, 'tls.handshake.ja3_full'),
    ja3s: values(rows, 'tls.handshake.ja3s', 'dtls.handshake.ja3s'),
    alpn: open ? values(rows, 'tls.handshake.extensions_alpn_str') : [],
    certificates: open
      ? values(rows, 'tls.handshake.certificate', 'dtls.handshake.certificate').map(sha256)
      : [],
  };
}

function sshFacts(events: readonly CaptureEvent[]): Facts {
  const banners = eventsOf(events, 'banner').filter(({ service }) => service === 'ssh');
  const prints = banners.filter(({ fields }) => fields.hassh !== undefined);
  const of = (side: string): string[] =>
    prints.filter((print) => print.side === side).map(({ fields }) => fields.hassh ?? '');
  return {
    ssh: banners.map(({ text }) => text).filter((text) => text !== ''),
    hassh: of('client'),
    hasshServer: of('server'),
  };
}

function peerSsh(rows: readonly Row[]): Facts {
  return {
    ssh: values(rows, 'ssh.protocol'),
    hassh: values(rows, 'ssh.kex.hassh'),
    hasshServer: values(rows, 'ssh.kex.hasshserver'),
  };
}

interface Comparison {
  compared: number;
  readonly different: string[];
}

function compare(into: Comparison, name: string, ours: Facts, theirs: Facts): void {
  for (const [fact, found] of Object.entries(ours)) {
    const expected = [...(theirs[fact] ?? [])].sort();
    into.compared += expected.length;
    const same = JSON.stringify([...found].sort()) === JSON.stringify(expected);
    if (!same) into.different.push(`${name} ${fact}`);
  }
}

// Skipped where tshark or ../shared/data is missing.
describe.skipIf(missing !== '')('against tshark', () => {
  test('[PC1] as many packets and bytes as capinfos counts, with the same first and last time', () => {
    const infos = capinfos(names.map(capturePath));
    for (const name of names) {
      const { receipt } = readCaptureFile(name);
      const time = (where: typeof receipt.first): string =>
        where === null ? '' : `${where.seconds}.${String(where.nanos).padStart(9, '0')}`;
      expect(
        {
          packets: receipt.packets,
          bytes: receipt.wireBytes,
          first: Number(time(receipt.first)),
          last: Number(time(receipt.last)),
        },
        name,
      ).toEqual({
        ...infos.get(capturePath(name)),
        first: Number(infos.get(capturePath(name))?.first),
        last: Number(infos.get(capturePath(name))?.last),
      });
      if (receipt.first !== null) expect(captureTime(receipt.first)).toMatch(/Z$/);
    }
    expect(infos.size).toBe(38);
  });

  test('[PC5] [PC6] [PC7] connections, DNS, HTTP, TLS and SSH are what tshark reads', () => {
    const all: Comparison = { compared: 0, different: [] };
    for (const name of names) {
      const read = readCaptureFile(name);
      const rows = tsharkRows(capturePath(name), 'frame', FIELDS);
      const flows = eventsOf(read.events, 'flow');
      const streams = {
        tcp: new Set(values(rows, 'tcp.stream')).size,
        udp: new Set(values(rows, 'udp.stream')).size,
      };
      const count = (transport: string): number =>
        flows.filter((flow) => flow.transport === transport).length;
      expect({ tcp: count('tcp'), udp: count('udp') }, name).toEqual(streams);
      const open = read.receipt.secretBlocks === 0;
      compare(all, name, dnsFacts(read.events), peerDns(rows));
      compare(all, name, httpFacts(read.events), peerHttp(rows));
      compare(all, name, tlsFacts(read), peerTls(rows, open));
      compare(all, name, sshFacts(read.events), peerSsh(rows));
    }
    expect(all.different).toEqual(OTHERWISE);
    expect(all.compared).toBeGreaterThan(2_000);
  }, 300_000);

  test('[PC6] files in HTTP are those tshark exports, byte for byte', () => {
    let files = 0;
    for (const name of names) {
      // It undoes a Content-Encoding, which changes the bytes.
      const plain = eventsOf(readCaptureFile(name).events, 'file').filter(
        ({ encoding }) => encoding === '' || encoding === 'identity',
      );
      if (plain.length === 0) continue;
      const exported = exportedHttp(capturePath(name));
      for (const { sha256: print } of plain) expect(exported, name).toContain(print);
      files += plain.length;
    }
    expect(files).toBeGreaterThan(80);
  }, 300_000);
});
