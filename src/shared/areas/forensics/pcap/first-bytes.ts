/**
 * What the first bytes of a connection say it speaks. Ports decide only where bytes cannot (DNS and Kerberos
 * begin with a length).
 */
import { latin1, startsWith } from './bytes.ts';
import type { Flow } from './flow.ts';
import {
  beginsDns,
  beginsKerberos,
  createDnsStream,
  createKerberosStream,
} from './framed-parsers.ts';
import { createGreetingParser, greetingOf } from './greetings.ts';
import { createHttpParser } from './http.ts';
import { isRequest, isResponse, mayBeRequest } from './http-head.ts';
import { createLineParser, type LineService } from './line-protocols.ts';
import { beginsRdp, beginsSocks, createRdpParser, createSocksParser } from './openings.ts';
import { beginsSmb, createSmbParser } from './smb.ts';
import { createSshParser } from './ssh.ts';
import type { Side, StreamContext, StreamParser } from './stream-parser.ts';
import { beginsTls, createTlsParser } from './tls.ts';

type Factory = (context: StreamContext) => StreamParser;

const METHODS =
  /^(GET|POST|HEAD|PUT|DELETE|OPTIONS|PATCH|CONNECT|TRACE|PROPFIND|MKCOL|MOVE|COPY|LOCK|UNLOCK|SEARCH|REPORT|NOTIFY|SUBSCRIBE|M-SEARCH) /;

/** Greetings of servers: a code of three digits, or a word. */
function greetedBy(flow: Flow, text: string): LineService | null {
  if (text.startsWith('+OK')) return 'pop3';
  if (text.startsWith('* OK')) return 'imap';
  if (!/^220[ -]/.test(text)) return null;
  if (flow.hasPort(21) || /ftp/i.test(text)) return 'ftp';
  const isMail = flow.hasPort(25) || flow.hasPort(587) || flow.hasPort(2525);
  return isMail || /smtp|mail/i.test(text) ? 'smtp' : null;
}

/** First commands of clients, where the greeting was not captured. */
function askedBy(flow: Flow, text: string): LineService | null {
  if (/^(EHLO|HELO) /i.test(text)) return 'smtp';
  if (!text.startsWith('USER ')) return null;
  if (flow.hasPort(110)) return 'pop3';
  return flow.hasPort(21) ? 'ftp' : null;
}

function isHttp(bytes: Uint8Array, from: number, to: number): boolean {
  if (isResponse(bytes, from, to)) return true;
  if (!mayBeRequest(bytes, from, to)) return false;
  return METHODS.test(latin1(bytes, from, Math.min(to, from + 16))) || isRequest(bytes, from, to);
}

/** 'more' where so few bytes could still become something. */
export function recognise(
  flow: Flow,
  side: Side,
  bytes: Uint8Array,
  from: number,
  to: number,
): Factory | 'more' | null {
  const tls = beginsTls(bytes, from, to);
  if (tls === 'yes') return createTlsParser;
  if (isHttp(bytes, from, to)) return createHttpParser;
  if (startsWith(bytes, from, to, 'SSH-')) return createSshParser;
  if (beginsSmb(bytes, from, to)) return createSmbParser;
  if (beginsRdp(bytes, from, to)) return createRdpParser;
  if (side === 0 && beginsSocks(bytes, from, to)) return createSocksParser;
  if (flow.hasPort(53) && beginsDns(bytes, from, to)) return createDnsStream;
  if (flow.hasPort(88) && beginsKerberos(bytes, from, to)) return createKerberosStream;
  const text = latin1(bytes, from, Math.min(to, from + 256));
  const line = side === 0 ? askedBy(flow, text) : greetedBy(flow, text);
  if (line !== null) return createLineParser(line);
  if (greetingOf(flow, bytes, from, to) !== null) return createGreetingParser(flow);
  return tls === 'more' || to - from < 8 ? 'more' : null;
}
