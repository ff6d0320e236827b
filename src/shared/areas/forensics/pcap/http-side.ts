/**
 * One direction of HTTP/1: heads and the content between them, bounded as RFC 9112 section 6 says
 * (chunks: 7.1). After bytes that make no sense it waits for a segment that begins with a head.
 */
import { latin1 } from './bytes.ts';
import { HttpBody } from './http-body.ts';
import { endOfHead, type HttpHead, isRequest, isResponse, readHead } from './http-head.ts';
import { HeldBytes, type ReaderKit } from './stream-parser.ts';

export type Framing =
  | { readonly type: 'none' }
  | { readonly type: 'length'; readonly length: number }
  | { readonly type: 'chunks' }
  | { readonly type: 'close' };

export interface HttpSideHandler {
  /** How the content behind this head is bounded; null ends the reading of this side. */
  head(head: HttpHead): Framing | null;
  body(body: HttpBody): void;
}

type Mode =
  | 'head'
  | 'length'
  | 'size'
  | 'chunk'
  | 'chunk end'
  | 'trailer'
  | 'close'
  | 'lost'
  | 'off';

const MOST_LINE = 8_192;

export class HttpSide {
  readonly #kit: ReaderKit;
  readonly #handler: HttpSideHandler;
  readonly #held: HeldBytes;
  #mode: Mode = 'head';
  #left = 0;
  #body: HttpBody | null = null;

  constructor(kit: ReaderKit, handler: HttpSideHandler) {
    this.#kit = kit;
    this.#handler = handler;
    this.#held = new HeldBytes(kit);
  }

  get isOff(): boolean {
    return this.#mode === 'off';
  }

  stop(): void {
    this.#mode = 'off';
    this.#held.clear();
  }

  data(bytes: Uint8Array, from: number, to: number): void {
    let at = from;
    while (at < to && this.#mode !== 'off') at = this.#step(bytes, at, to);
  }

  #step(bytes: Uint8Array, at: number, to: number): number {
    switch (this.#mode) {
      case 'head':
        return this.#readHead(bytes, at, to);
      case 'length':
      case 'chunk':
        return this.#content(bytes, at, to);
      case 'size':
      case 'chunk end':
      case 'trailer':
        return this.#line(bytes, at, to);
      case 'close':
        this.#body?.add(bytes, at, to);
        return to;
      default:
        return this.#seek(bytes, at, to);
    }
  }

  #seek(bytes: Uint8Array, at: number, to: number): number {
    if (!isRequest(bytes, at, to) && !isResponse(bytes, at, to)) return to;
    this.#mode = 'head';
    return at;
  }

  #readHead(bytes: Uint8Array, from: number, to: number): number {
    let at = from;
    // Empty lines before a head are allowed (section 2.2).
    if (this.#held.length === 0) {
      while (at < to && (bytes[at] === 13 || bytes[at] === 10)) at += 1;
      if (at === to) return to;
      const end = endOfHead(bytes, at, to);
      if (end >= 0) return this.#takeHead(bytes, at, end);
    }
    const before = this.#held.length;
    if (!this.#held.add(bytes, at, to)) {
      this.#mode = 'lost';
      return to;
    }
    const view = this.#held.view;
    const end = endOfHead(view, Math.max(0, before - 3), view.length);
    if (end < 0) return to;
    const rest = view.length - end;
    this.#takeHead(view, 0, end);
    this.#held.clear();
    return to - rest;
  }

  #takeHead(bytes: Uint8Array, from: number, end: number): number {
    if (!isRequest(bytes, from, end) && !isResponse(bytes, from, end)) {
      this.#mode = 'lost';
      return end;
    }
    const framing = this.#handler.head(readHead(bytes, from, end, this.#kit.limits.headers));
    if (this.#mode === 'off') return end;
    if (framing === null) this.stop();
    else this.#begin(framing);
    return end;
  }

  #begin(framing: Framing): void {
    if (framing.type === 'none' || (framing.type === 'length' && framing.length === 0)) {
      this.#mode = 'head';
      return;
    }
    this.#body = new HttpBody(this.#kit.crypto, this.#kit.carved);
    this.#left = framing.type === 'length' ? framing.length : 0;
    this.#mode = framing.type === 'chunks' ? 'size' : framing.type;
  }

  #content(bytes: Uint8Array, at: number, to: number): number {
    const end = Math.min(to, at + this.#left);
    this.#body?.add(bytes, at, end);
    this.#passed(end - at);
    return end;
  }

  #passed(count: number): void {
    this.#left -= count;
    if (this.#left > 0) return;
    if (this.#mode === 'chunk') this.#mode = 'chunk end';
    else this.#finishBody('head');
  }

  #finishBody(next: Mode): void {
    const body = this.#body;
    this.#body = null;
    this.#mode = next;
    if (body !== null) this.#handler.body(body);
  }

  /** Lines between chunks. */
  #line(bytes: Uint8Array, at: number, to: number): number {
    const feed = bytes.indexOf(10, at);
    const end = feed < 0 || feed >= to ? to : feed + 1;
    if (!this.#held.add(bytes, at, end) || this.#held.length > MOST_LINE) {
      this.#break();
      return to;
    }
    if (end === to && bytes[to - 1] !== 10) return to;
    const text = latin1(this.#held.view).trimEnd();
    this.#held.clear();
    this.#takeLine(text);
    return end;
  }

  #takeLine(text: string): void {
    if (this.#mode === 'chunk end') {
      this.#mode = 'size';
      if (text !== '') this.#break();
      return;
    }
    if (this.#mode === 'trailer') {
      if (text === '') this.#finishBody('head');
      return;
    }
    const size = /^([0-9a-f]{1,8})\s*(;|$)/i.exec(text);
    if (size === null) {
      this.#break();
      return;
    }
    this.#left = Number.parseInt(size[1] ?? '0', 16);
    this.#mode = this.#left === 0 ? 'trailer' : 'chunk';
  }

  /** What comes is not what the framing promised. */
  #break(): void {
    this.#held.clear();
    if (this.#body !== null) this.#body.complete = false;
    this.#finishBody('lost');
  }

  gap(missing: number): void {
    if (this.#mode === 'off') return;
    const inContent = this.#mode === 'length' || this.#mode === 'chunk';
    if (this.#body !== null) this.#body.complete = false;
    if (this.#mode === 'close') return;
    if (inContent && missing <= this.#left) this.#passed(missing);
    else this.#break();
  }

  end(closed: boolean): void {
    if (this.#body !== null && !(closed && this.#mode === 'close')) this.#body.complete = false;
    this.#held.clear();
    this.#finishBody('off');
  }
}
