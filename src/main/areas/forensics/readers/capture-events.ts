/** What was seen in a capture as events: a flow, a question, a message, a certificate, a file. */
import type {
  EventKind,
  EvidenceEvent,
} from '../../../../shared/areas/forensics/events/event.types.ts';
import {
  createFields,
  type MutableFields,
} from '../../../../shared/areas/forensics/logs/fields.ts';
import { oneLine } from '../../../../shared/areas/forensics/logs/one-line.ts';
import type {
  BannerEvent,
  CaptureEvent,
  DnsEvent,
  FileEvent,
  FlowEnds,
  FlowRecord,
  HttpRequestEvent,
  HttpResponseEvent,
  TlsCertificatesEvent,
  TlsClientEvent,
  TlsServerEvent,
  Where,
} from '../../../../shared/areas/forensics/pcap/capture.types.ts';
import { captureTime } from '../../../../shared/areas/forensics/pcap/capture-reader.ts';
import { exhaustive } from '../../../../shared/kernel/exhaustive.ts';

interface Seen {
  readonly kind: EventKind;
  readonly where: Where;
  readonly provider: string;
  readonly code: string | null;
  readonly user?: string | null;
  readonly summary: string;
}

const MOST_HEADERS = 200;

export function captureEvent(event: CaptureEvent): EvidenceEvent {
  const fields = createFields();
  fields.event = event.type;
  putEnds(fields, event);
  const { kind, where, provider, code, user, summary } = put(fields, event);
  const hasTime = where.seconds >= 0;
  return {
    timeMs: hasTime ? where.seconds * 1_000 + Math.floor(where.nanos / 1_000_000) : null,
    timeNanos: hasTime ? where.nanos % 1_000_000 : 0,
    kind,
    host: event.client || null,
    user: user ?? null,
    provider,
    code,
    summary: oneLine(summary),
    fields,
    offset: where.offset,
    record: String(where.packet),
  };
}

function put(fields: MutableFields, event: CaptureEvent): Seen {
  switch (event.type) {
    case 'flow':
      return putFlow(fields, event);
    case 'dns':
      return putDns(fields, event);
    case 'http.request':
      return putRequest(fields, event);
    case 'http.response':
      return putResponse(fields, event);
    case 'file':
      return putFile(fields, event);
    case 'tls.client':
      return putClientHello(fields, event);
    case 'tls.server':
      return putServerHello(fields, event);
    case 'tls.certificates':
      return putCertificates(fields, event);
    case 'banner':
      return putBanner(fields, event);
    default:
      return exhaustive(event);
  }
}

/** Named as Sigma's rules for firewalls and proxies name them. */
function putEnds(fields: MutableFields, ends: FlowEnds): void {
  fields.flow = String(ends.flow);
  fields.transport = ends.transport;
  fields.src_ip = ends.client;
  fields.src_port = String(ends.clientPort);
  fields.dst_ip = ends.server;
  fields.dst_port = String(ends.serverPort);
}

function between({ client, clientPort, server, serverPort }: FlowEnds): string {
  return `${end(client, clientPort)} to ${end(server, serverPort)}`;
}

function end(address: string, port: number): string {
  if (port === 0) return address;
  return address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`;
}

function filled(
  fields: MutableFields,
  values: Readonly<Record<string, string | number | null>>,
): void {
  for (const name in values) {
    const value = values[name];
    if (value !== null && value !== undefined && value !== '') fields[name] = String(value);
  }
}

function putFlow(fields: MutableFields, flow: FlowRecord): Seen {
  const { fromClient, fromServer, service, first, last } = flow;
  filled(fields, {
    service,
    protocol: flow.protocol,
    state: flow.state === 'none' ? '' : flow.state,
    last: captureTime(last),
    duration: seconds(first, last),
    packets_out: fromClient.packets,
    packets_in: fromServer.packets,
    bytes_out: fromClient.bytes,
    bytes_in: fromServer.bytes,
    missing: fromClient.missing + fromServer.missing || null,
    retransmitted: fromClient.retransmitted + fromServer.retransmitted || null,
    vlan: flow.vlan,
    tunnel: flow.tunnel,
    evicted: flow.evicted ? 'true' : '',
  });
  const name = service === '' ? flow.transport : `${flow.transport}/${service}`;
  const volume = `${fromClient.bytes} B out, ${fromServer.bytes} B in`;
  return {
    kind: 'network',
    where: first,
    provider: flow.transport,
    code: service || null,
    summary: `${name} ${between(flow)}, ${volume}`,
  };
}

function seconds(first: Where, last: Where): string {
  if (first.seconds < 0 || last.seconds < 0) return '';
  return (last.seconds - first.seconds + (last.nanos - first.nanos) / 1e9).toFixed(6);
}

function putDns(fields: MutableFields, dns: DnsEvent): Seen {
  const [question] = dns.questions;
  const answers = dns.answers.map(({ data }) => data);
  filled(fields, {
    service: dns.service,
    id: dns.id,
    opcode: dns.opcode,
    query: question?.name ?? '',
    record_type: question?.type ?? '',
    rcode: dns.response ? dns.rcode : '',
    damaged: dns.damaged ? 'true' : '',
  });
  fields.response = String(dns.response);
  if (dns.questions.length > 1) fields.queries = dns.questions.map(({ name }) => name);
  if (answers.length > 0) {
    fields.answer = answers;
    fields.answer_type = dns.answers.map(({ type }) => type);
    fields.answer_name = dns.answers.map(({ name }) => name);
    fields.ttl = dns.answers.map(({ ttl }) => String(ttl));
  }
  const asked = `${question?.type ?? ''} ${question?.name ?? ''}`;
  const said = answers.length > 0 ? answers.slice(0, 5).join(', ') : dns.rcode;
  return {
    kind: 'dns',
    where: dns.where,
    provider: dns.service,
    code: dns.response ? dns.rcode : 'query',
    summary: dns.response ? `DNS answer ${asked}: ${said}` : `DNS query ${asked} by ${dns.client}`,
  };
}

function putHeaders(fields: MutableFields, headers: HttpRequestEvent['headers']): void {
  if (headers.length === 0) return;
  fields.headers = headers.slice(0, MOST_HEADERS).map(([name, value]) => `${name}: ${value}`);
}

function putRequest(fields: MutableFields, request: HttpRequestEvent): Seen {
  const { method, target, host } = request;
  const query = target.indexOf('?');
  filled(fields, {
    'cs-method': method,
    'c-uri': target,
    'cs-uri-stem': query < 0 ? target : target.slice(0, query),
    'cs-uri-query': query < 0 ? '' : target.slice(query + 1),
    'cs-host': host,
    'c-useragent': request.userAgent,
    'cs-version': request.version,
    exchange: request.exchange,
    damaged: request.damaged ? 'true' : '',
  });
  putHeaders(fields, request.headers);
  const place = target.startsWith('/') ? `${host || request.server}${target}` : target;
  return {
    kind: 'http',
    where: request.where,
    provider: 'http',
    code: method,
    summary: `${method} ${place} by ${request.client}`,
  };
}

function putResponse(fields: MutableFields, response: HttpResponseEvent): Seen {
  const { status, reason, contentType } = response;
  filled(fields, {
    'sc-status': status,
    reason,
    'cs-version': response.version,
    'content-type': contentType,
    exchange: response.exchange,
    damaged: response.damaged ? 'true' : '',
  });
  putHeaders(fields, response.headers);
  return {
    kind: 'http',
    where: response.where,
    provider: 'http',
    code: String(status),
    summary: `HTTP ${status} ${reason} ${contentType} by ${response.server}`,
  };
}

function putFile(fields: MutableFields, file: FileEvent): Seen {
  filled(fields, {
    name: file.name,
    size: file.size,
    sha256: file.sha256,
    kind: file.kind,
    'content-type': file.declaredType,
    encoding: file.encoding,
    side: file.side,
    exchange: file.exchange,
  });
  fields.complete = String(file.complete);
  const whole = file.complete ? '' : ', not whole';
  return {
    kind: 'file',
    where: file.where,
    provider: 'http',
    code: file.kind || null,
    summary: `File ${file.name} of ${file.size} B from the ${file.side}${whole}, SHA-256 ${file.sha256}`,
  };
}

const hexadecimal = (value: number) => `0x${value.toString(16).padStart(4, '0')}`;
const VERSIONS: Readonly<Record<number, string>> = {
  768: 'SSL 3.0',
  769: 'TLS 1.0',
  770: 'TLS 1.1',
  771: 'TLS 1.2',
  772: 'TLS 1.3',
  65279: 'DTLS 1.0',
  65277: 'DTLS 1.2',
  65276: 'DTLS 1.3',
};
const versionText = (version: number) => VERSIONS[version] ?? hexadecimal(version);

function putClientHello(fields: MutableFields, hello: TlsClientEvent): Seen {
  filled(fields, {
    carrier: hello.carrier,
    version: versionText(hello.version),
    server_name: hello.sni,
    ja3: hello.ja3,
    ja3_text: hello.ja3Text,
    ja4: hello.ja4,
    ja4_raw: hello.ja4Raw,
    encrypted_hello: hello.encryptedHello ? 'true' : '',
  });
  const lists = {
    supported_versions: hello.supportedVersions.map(versionText),
    alpn: hello.alpn,
    ciphers: hello.ciphers.map(hexadecimal),
    extensions: hello.extensions.map(String),
    groups: hello.groups.map(hexadecimal),
    signature_algorithms: hello.signatureAlgorithms.map(hexadecimal),
  };
  for (const [name, list] of Object.entries(lists)) if (list.length > 0) fields[name] = [...list];
  return {
    kind: 'tls',
    where: hello.where,
    provider: 'tls',
    code: 'client hello',
    summary: `TLS to ${hello.sni || hello.server} by ${hello.client}, JA4 ${hello.ja4}`,
  };
}

function putServerHello(fields: MutableFields, hello: TlsServerEvent): Seen {
  filled(fields, {
    carrier: hello.carrier,
    version: versionText(hello.version),
    cipher: hexadecimal(hello.cipher),
    alpn: hello.alpn,
    ja3s: hello.ja3s,
    ja3s_text: hello.ja3sText,
    retry: hello.retry ? 'true' : '',
  });
  if (hello.extensions.length > 0) fields.extensions = hello.extensions.map(String);
  return {
    kind: 'tls',
    where: hello.where,
    provider: 'tls',
    code: 'server hello',
    summary: `${versionText(hello.version)} agreed by ${hello.server}, cipher ${hexadecimal(hello.cipher)}`,
  };
}

function putCertificates(
  fields: MutableFields,
  { certificates, side, where, server }: TlsCertificatesEvent,
): Seen {
  const [own] = certificates;
  fields.side = side;
  for (const name of [
    'subject',
    'issuer',
    'serial',
    'notBefore',
    'notAfter',
    'sha256',
    'sha1',
  ] as const) {
    fields[`certificate.${name}`] = certificates.map((certificate) => certificate[name]);
  }
  fields['certificate.names'] = [...(own?.names ?? [])];
  fields['certificate.selfSigned'] = certificates.map(({ selfSigned }) => String(selfSigned));
  return {
    kind: 'tls',
    where,
    provider: 'tls',
    code: 'certificate',
    summary: `Certificate ${own?.subject ?? ''} of the ${side} (${server}), issued by ${own?.issuer ?? ''}`,
  };
}

const LOGONS = new Set(['kerberos', 'ntlm', 'rdp']);

function putBanner(fields: MutableFields, banner: BannerEvent): Seen {
  filled(fields, { service: banner.service, side: banner.side, text: banner.text });
  for (const name in banner.fields) fields[`${banner.service}.${name}`] = banner.fields[name] ?? '';
  return {
    kind: LOGONS.has(banner.service) ? 'logon' : 'network',
    where: banner.where,
    provider: banner.service,
    code: banner.side,
    user: banner.fields.user ?? banner.fields.client ?? null,
    summary: `${banner.service} ${banner.side}: ${banner.text || Object.values(banner.fields).join(' ')}`,
  };
}
