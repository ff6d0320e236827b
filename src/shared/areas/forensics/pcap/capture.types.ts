/**
 * What reading a capture gives. Times are seconds and nanoseconds since 1970 as the capture recorded
 * them (`captureTime` writes them); offsets are bytes from the start of the file; packet numbers begin
 * at 1. All texts are what strangers sent: to be shown as text only.
 */

/** Where in the capture something was seen: for reassembled data, the packet that completed it. */
export interface Where {
  readonly packet: number;
  readonly offset: number;
  readonly seconds: number;
  readonly nanos: number;
}

export interface FlowEnds {
  readonly flow: number;
  readonly transport: 'tcp' | 'udp' | 'icmp' | 'icmpv6' | 'sctp' | 'ip';
  /** Who opened the connection or, where that was not captured, sent the first packet. */
  readonly client: string;
  readonly clientPort: number;
  readonly server: string;
  readonly serverPort: number;
}

export interface SideTotals {
  readonly packets: number;
  /** Payload above the transport header, as sent (not as cut by the capture). */
  readonly bytes: number;
  /** Bytes of the stream that the capture does not have. */
  readonly missing: number;
  readonly retransmitted: number;
}

export interface FlowRecord extends FlowEnds {
  readonly type: 'flow';
  readonly protocol: number;
  readonly first: Where;
  readonly last: Where;
  readonly fromClient: SideTotals;
  readonly fromServer: SideTotals;
  /** What was recognised in it: dns, http, tls, ssh …; '' where nothing was. */
  readonly service: string;
  readonly vlan: number | null;
  /** Tunnels around it, outermost first: 'gre/vxlan'. */
  readonly tunnel: string;
  /** `opened` was seen from its SYN; `closed` ended by FINs; `reset` by RST. */
  readonly state: 'none' | 'midstream' | 'opened' | 'closed' | 'reset';
  /** Given out early because too many flows were open. */
  readonly evicted: boolean;
}

export interface DnsQuestion {
  readonly name: string;
  readonly type: string;
  readonly class: number;
}

export interface DnsAnswer extends DnsQuestion {
  readonly ttl: number;
  readonly data: string;
}

export interface DnsMessage {
  readonly id: number;
  readonly response: boolean;
  readonly opcode: number;
  readonly rcode: string;
  readonly authoritative: boolean;
  readonly truncated: boolean;
  readonly recursionDesired: boolean;
  readonly questions: readonly DnsQuestion[];
  readonly answers: readonly DnsAnswer[];
  readonly authorities: readonly DnsAnswer[];
  readonly additionals: readonly DnsAnswer[];
  /** The message was longer than its bytes or broke the rules; what was read stands above. */
  readonly damaged: boolean;
}

export interface DnsEvent extends FlowEnds, DnsMessage {
  readonly type: 'dns';
  readonly where: Where;
  readonly service: 'dns' | 'mdns' | 'llmnr' | 'nbns';
}

export type HttpHeader = readonly [name: string, value: string];

export interface HttpRequestEvent extends FlowEnds {
  readonly type: 'http.request';
  readonly where: Where;
  /** Counts the requests of the flow from 1; the response has the same number. */
  readonly exchange: number;
  readonly method: string;
  readonly target: string;
  readonly version: string;
  readonly host: string;
  readonly userAgent: string;
  readonly headers: readonly HttpHeader[];
  /** Lines that were no header, or more than the limit. */
  readonly damaged: boolean;
}

export interface HttpResponseEvent extends FlowEnds {
  readonly type: 'http.response';
  readonly where: Where;
  /** 0 where the request was not captured. */
  readonly exchange: number;
  readonly version: string;
  readonly status: number;
  readonly reason: string;
  readonly contentType: string;
  readonly headers: readonly HttpHeader[];
  readonly damaged: boolean;
}

export interface FileEvent extends FlowEnds {
  readonly type: 'file';
  readonly where: Where;
  readonly side: 'client' | 'server';
  readonly exchange: number;
  /** What the sender called it: the last part of the target, or the name in Content-Disposition. */
  readonly name: string;
  readonly declaredType: string;
  /** What its first bytes are: pe, elf, zip, pdf, gzip …; '' where unknown. */
  readonly kind: string;
  /** As transferred, after chunks were joined; a Content-Encoding is not undone. */
  readonly encoding: string;
  readonly size: number;
  readonly sha256: string;
  /** False where bytes were not captured: then the hash is of what is there. */
  readonly complete: boolean;
}

export interface TlsClientEvent extends FlowEnds {
  readonly type: 'tls.client';
  readonly where: Where;
  readonly carrier: 'tcp' | 'quic' | 'dtls';
  /** Of the hello's own field; TLS 1.3 writes 0x0303 here and offers in `supportedVersions`. */
  readonly version: number;
  readonly supportedVersions: readonly number[];
  readonly sni: string;
  readonly alpn: readonly string[];
  readonly ciphers: readonly number[];
  readonly extensions: readonly number[];
  readonly groups: readonly number[];
  readonly signatureAlgorithms: readonly number[];
  readonly encryptedHello: boolean;
  readonly ja3: string;
  readonly ja3Text: string;
  readonly ja4: string;
  readonly ja4Raw: string;
}

export interface TlsServerEvent extends FlowEnds {
  readonly type: 'tls.server';
  readonly where: Where;
  readonly carrier: 'tcp' | 'quic' | 'dtls';
  /** The version agreed on. */
  readonly version: number;
  readonly cipher: number;
  readonly alpn: string;
  readonly extensions: readonly number[];
  readonly retry: boolean;
  readonly ja3s: string;
  readonly ja3sText: string;
}

export interface Certificate {
  readonly subject: string;
  readonly issuer: string;
  /** Hexadecimal, as in the certificate. */
  readonly serial: string;
  /** ISO 8601; '' where it could not be read. */
  readonly notBefore: string;
  readonly notAfter: string;
  readonly names: readonly string[];
  readonly selfSigned: boolean;
  readonly sha256: string;
  readonly sha1: string;
  readonly size: number;
}

export interface TlsCertificatesEvent extends FlowEnds {
  readonly type: 'tls.certificates';
  readonly where: Where;
  readonly side: 'client' | 'server';
  /** In the order of the message: the peer's own first. */
  readonly certificates: readonly Certificate[];
}

export interface BannerEvent extends FlowEnds {
  readonly type: 'banner';
  readonly where: Where;
  readonly side: 'client' | 'server';
  /** ssh, ftp, smtp, pop3, imap, smb, kerberos, rdp, socks, dhcp, ntlm … */
  readonly service: string;
  readonly text: string;
  /** Facts by name; a password is never among them. */
  readonly fields: Readonly<Record<string, string>>;
}

export type CaptureEvent =
  | FlowRecord
  | DnsEvent
  | HttpRequestEvent
  | HttpResponseEvent
  | FileEvent
  | TlsClientEvent
  | TlsServerEvent
  | TlsCertificatesEvent
  | BannerEvent;

/** Something of the file that could not be read, where, and how many bytes it cost. */
export interface CaptureDamage {
  readonly offset: number;
  readonly bytes: number;
  readonly kind: 'header' | 'record' | 'cut' | 'block' | 'option';
  readonly detail: string;
}

export interface CaptureInterface {
  readonly section: number;
  readonly linkType: number;
  readonly snapLength: number;
  readonly name: string;
  readonly description: string;
  /** As the capturing system says; null where it does not. */
  readonly dropped: number | null;
}

/** What the reader says of itself: nothing is dropped without a number here. */
export interface CaptureReceipt {
  readonly format: 'pcap' | 'pcapng' | 'unknown';
  readonly size: number;
  readonly packets: number;
  /** On the wire, and in the file (what the snap length left). */
  readonly wireBytes: number;
  readonly capturedBytes: number;
  readonly cutPackets: number;
  readonly first: Where | null;
  readonly last: Where | null;
  /** Packets with an earlier time than the one before. */
  readonly backwards: number;
  readonly interfaces: readonly CaptureInterface[];
  readonly application: string;
  readonly comments: readonly string[];
  /** Addresses that the capture itself names (pcapng name resolution blocks). */
  readonly names: readonly (readonly [address: string, name: string])[];
  readonly secretBlocks: number;
  /** Packets by the layers met in them, and packets that nothing read, by reason. */
  readonly layers: Readonly<Record<string, number>>;
  readonly unread: Readonly<Record<string, number>>;
  readonly damages: readonly CaptureDamage[];
  /** More damages than are listed. */
  readonly damagesLeftOff: number;
  readonly limits: Readonly<Record<string, number>>;
}
