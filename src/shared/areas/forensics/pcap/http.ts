/**
 * HTTP/1 over a connection: requests and their responses paired in order (RFC 9112 section 9.3.2), the
 * content of both hashed. What a CONNECT or an Upgrade opens is another protocol and recognised anew.
 */

import type { FileEvent } from './capture.types.ts';
import { fileKind } from './file-kind.ts';
import type { HttpBody } from './http-body.ts';
import { type HttpHead, headerValue } from './http-head.ts';
import { type Framing, HttpSide } from './http-side.ts';
import { type Side, type StreamContext, type StreamParser, sideName } from './stream-parser.ts';

const MOST_WAITING = 1_000;
const MOST_NAME = 255;

interface Message {
  readonly exchange: number;
  readonly method: string;
  readonly target: string;
  head: HttpHead | null;
}

const NOBODY: Message = { exchange: 0, method: '', target: '', head: null };

function contentFraming(head: HttpHead): Framing | null {
  if (/(^|[,\s])chunked\s*$/i.test(headerValue(head.headers, 'transfer-encoding'))) {
    return { type: 'chunks' };
  }
  const length = headerValue(head.headers, 'content-length');
  // Equal lengths may be repeated in one line (RFC 9110 section 8.6).
  const digits = /^(\d{1,15})(\s*,\s*\1)*$/.exec(length);
  return digits === null ? null : { type: 'length', length: Number(digits[1]) };
}

/** The last part of the path, or what the server asks to call it. */
function nameOf(target: string, head: HttpHead | null): string {
  const disposition = head === null ? '' : headerValue(head.headers, 'content-disposition');
  const asked = /filename\*?=(?:UTF-8'')?"?([^";]+)/i.exec(disposition)?.[1];
  const path = target.split(/[?#]/, 1)[0] ?? '';
  return (asked ?? path.slice(path.lastIndexOf('/') + 1)).slice(0, MOST_NAME);
}

class HttpParser implements StreamParser {
  released = false;
  readonly #context: StreamContext;
  readonly #sides: readonly [HttpSide, HttpSide];
  readonly #waiting: Message[] = [];
  #requests = 0;
  /** The messages whose content is passing. */
  readonly #open: [Message, Message] = [NOBODY, NOBODY];

  constructor(context: StreamContext) {
    this.#context = context;
    const { kit } = context;
    context.service('http');
    this.#sides = [
      new HttpSide(kit, { head: (head) => this.#head(0, head), body: (b) => this.#file(0, b) }),
      new HttpSide(kit, { head: (head) => this.#head(1, head), body: (b) => this.#file(1, b) }),
    ];
  }

  wants(side: Side): boolean {
    return !this.#sides[side].isOff;
  }

  data(side: Side, bytes: Uint8Array, from: number, to: number): void {
    this.#sides[side].data(bytes, from, to);
  }

  gap(side: Side, missing: number): void {
    this.#sides[side].gap(missing);
  }

  end(closed: boolean): void {
    this.#sides[0].end(closed);
    this.#sides[1].end(closed);
  }

  /** The first line tells requests from responses: a capture may take the ends for each other. */
  #head(side: Side, head: HttpHead): Framing | null {
    return head.start.startsWith('HTTP/') ? this.#response(side, head) : this.#request(side, head);
  }

  #request(side: Side, head: HttpHead): Framing | null {
    const parts = head.start.split(' ');
    const [method = ''] = parts;
    const version = (parts.length > 2 ? parts.at(-1) : '') ?? '';
    const target = parts.slice(1, version === '' ? undefined : -1).join(' ');
    this.#requests += 1;
    const message = { exchange: this.#requests, method, target, head };
    if (this.#waiting.length < MOST_WAITING) this.#waiting.push({ ...message, head: null });
    this.#open[side] = message;
    const { kit } = this.#context;
    kit.emit({
      type: 'http.request',
      ...this.#context.ends(),
      where: this.#context.where(),
      exchange: message.exchange,
      method,
      target,
      version,
      host: headerValue(head.headers, 'host'),
      userAgent: headerValue(head.headers, 'user-agent'),
      headers: head.headers,
      damaged: head.damaged,
    });
    return contentFraming(head) ?? { type: 'none' };
  }

  #response(side: Side, head: HttpHead): Framing | null {
    const [, version = '', code = '0', reason = ''] =
      /^(HTTP\/\d\.\d) +(\d{3}) ?(.*)$/s.exec(head.start) ?? [];
    const status = Number(code);
    const interim = status >= 100 && status < 200;
    const request = (interim ? this.#waiting[0] : this.#waiting.shift()) ?? NOBODY;
    this.#open[side] = { ...request, head };
    this.#context.kit.emit({
      type: 'http.response',
      ...this.#context.ends(),
      where: this.#context.where(),
      exchange: request.exchange,
      version,
      status,
      reason,
      contentType: headerValue(head.headers, 'content-type'),
      headers: head.headers,
      damaged: head.damaged,
    });
    if (status === 101 || (request.method === 'CONNECT' && status >= 200 && status < 300)) {
      return this.#release();
    }
    if (interim || status === 204 || status === 304 || request.method === 'HEAD') {
      return { type: 'none' };
    }
    return contentFraming(head) ?? { type: 'close' };
  }

  #release(): null {
    this.released = true;
    this.#sides[0].stop();
    this.#sides[1].stop();
    return null;
  }

  #file(side: Side, body: HttpBody): void {
    if (body.size === 0) return;
    const { exchange, target, head } = this.#open[side];
    const { kit } = this.#context;
    const file: FileEvent = {
      type: 'file',
      ...this.#context.ends(),
      where: this.#context.where(),
      side: sideName(side),
      exchange,
      name: nameOf(target, head),
      declaredType: head === null ? '' : headerValue(head.headers, 'content-type'),
      kind: fileKind(body.head),
      encoding: head === null ? '' : headerValue(head.headers, 'content-encoding'),
      size: body.size,
      sha256: body.sha256(),
      complete: body.complete,
    };
    kit.emit(file);
    const pieces = body.take();
    if (pieces !== null) kit.carved?.give(file, pieces);
  }
}

export function createHttpParser(context: StreamContext): StreamParser {
  return new HttpParser(context);
}
