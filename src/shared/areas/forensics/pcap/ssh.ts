/**
 * SSH before it is encrypted: identification strings (RFC 4253 section 4.2), the algorithms of both ends
 * (section 7.1) and HASSH of them as Salesforce defined it: MD5 of the lists of key exchange, cipher, MAC
 * and compression in the sender's direction, joined by ';'.
 */
import { Banners } from './banner-parser.ts';
import { latin1, startsWith, u8, u32 } from './bytes.ts';
import { HeldBytes, type Side, type StreamContext, type StreamParser } from './stream-parser.ts';

const KEXINIT = 20;
const MOST_LINE = 255;
const MOST_LINES = 50;
const MOST_PACKET = 35_000;
const LISTS = 10;

interface SideState {
  readonly held: HeldBytes;
  identified: boolean;
  lines: number;
  done: boolean;
}

class SshParser implements StreamParser {
  readonly released = false;
  readonly #context: StreamContext;
  readonly #banners: Banners;
  readonly #sides: readonly [SideState, SideState];

  constructor(context: StreamContext) {
    this.#context = context;
    this.#banners = new Banners(context, 'ssh');
    const state = (): SideState => ({
      held: new HeldBytes(context.kit),
      identified: false,
      lines: 0,
      done: false,
    });
    this.#sides = [state(), state()];
  }

  wants(side: Side): boolean {
    return !this.#sides[side].done;
  }

  data(side: Side, bytes: Uint8Array, from: number, to: number): void {
    const state = this.#sides[side];
    if (state.done || !state.held.add(bytes, from, to)) {
      this.#stop(side);
      return;
    }
    while (!state.identified && !state.done) {
      if (!this.#line(side)) return;
    }
    this.#packet(side);
  }

  #line(side: Side): boolean {
    const { held } = this.#sides[side];
    const view = held.view;
    const feed = view.indexOf(10);
    if (feed < 0) {
      if (view.length > MOST_LINE) this.#stop(side);
      return false;
    }
    const state = this.#sides[side];
    if (startsWith(view, 0, feed, 'SSH-')) {
      const text = latin1(view, 0, Math.min(feed, MOST_LINE)).trimEnd();
      state.identified = true;
      const [, protocol = '', software = ''] = text.split('-', 3);
      this.#banners.add(side, text, { protocol, software });
      // Version 1 has other packets.
      if (protocol !== '2.0' && protocol !== '1.99') this.#stop(side);
    }
    state.lines += 1;
    if (state.lines > MOST_LINES) this.#stop(side);
    held.drop(feed + 1);
    return !state.done;
  }

  #packet(side: Side): void {
    const { held, done } = this.#sides[side];
    const view = held.view;
    if (done || view.length < 6) return;
    const length = u32(view, 0);
    if (length > MOST_PACKET || u8(view, 5) !== KEXINIT) {
      this.#stop(side);
      return;
    }
    if (view.length < 4 + length) return;
    this.#algorithms(side, view, 4 + length);
    this.#stop(side);
  }

  #algorithms(side: Side, bytes: Uint8Array, end: number): void {
    const lists: string[] = [];
    let at = 22;
    while (lists.length < LISTS && at + 4 <= end) {
      const next = at + 4 + u32(bytes, at);
      if (next > end) return;
      lists.push(latin1(bytes, at + 4, next));
      at = next;
    }
    const [kex = '', hostKey = '', up = '', down = '', macUp = '', macDown = ''] = lists;
    const [, , , , , , packUp = '', packDown = ''] = lists;
    const own = side === 0 ? [kex, up, macUp, packUp] : [kex, down, macDown, packDown];
    const hassh = this.#context.kit.hashes.of('md5', own.join(';'));
    this.#banners.add(side, '', {
      hassh,
      kex,
      hostKey,
      cipher: own[1] ?? '',
      mac: own[2] ?? '',
    });
  }

  #stop(side: Side): void {
    const state = this.#sides[side];
    state.done = true;
    state.held.clear();
  }

  gap(side: Side): void {
    this.#stop(side);
  }

  end(): void {
    this.#stop(0);
    this.#stop(1);
  }
}

export function createSshParser(context: StreamContext): StreamParser {
  return new SshParser(context);
}
