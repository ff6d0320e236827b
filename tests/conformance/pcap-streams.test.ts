import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { CaptureLimits } from '../../src/shared/areas/forensics/pcap/limits.ts';
import { type Bytes, ethernet, ipv4, pcap, tcp, text } from '../helpers/make-capture.ts';
import { eventsOf, readCaptureBytes } from './capture-reading.ts';

const SYN = 2;
const SYN_ACK = 18;
const ACK = 16;
const DATA = 24;
const FIN = 17;

/** Packets of one connection; sequence numbers count from each side's SYN. */
class Wire {
  readonly packets: { readonly bytes: Bytes; readonly wire?: number }[] = [];
  readonly #port: number;
  readonly #start: readonly [number, number];

  constructor(port = 80, start: readonly [number, number] = [1_000, 9_000]) {
    this.#port = port;
    this.#start = start;
  }

  send(side: 0 | 1, at: number, payload: string, flags = DATA, ack = 0): this {
    const seq = (this.#start[side] + at) >>> 0;
    const acknowledged = ack === 0 ? 0 : (this.#start[1 - side] ?? 0) + ack;
    const [from, to] = side === 0 ? [40_000, this.#port] : [this.#port, 40_000];
    const segment = tcp({ from, to, seq, ack: acknowledged >>> 0, flags }, text(payload));
    const ends =
      side === 0 ? { from: '10.0.0.1', to: '10.0.0.2' } : { from: '10.0.0.2', to: '10.0.0.1' };
    this.packets.push({ bytes: ethernet(0x0800, ipv4({ ...ends, protocol: 6 }, segment)) });
    return this;
  }

  open(): this {
    return this.send(0, 0, '', SYN).send(1, 0, '', SYN_ACK).send(0, 1, '', ACK, 1);
  }

  /** Leaves only the first bytes of the last packet, as a snap length does. */
  cut(bytes: number): this {
    const last = this.packets.pop();
    if (last) this.packets.push({ bytes: last.bytes.slice(0, bytes), wire: last.bytes.length });
    return this;
  }

  read(limits: Partial<CaptureLimits> = {}) {
    const { events, receipt } = readCaptureBytes(pcap(this.packets), { limits });
    return {
      events,
      receipt,
      flows: eventsOf(events, 'flow'),
      requests: eventsOf(events, 'http.request').map(({ target }) => target),
      files: eventsOf(events, 'file'),
    };
  }
}

const GET = 'GET /one HTTP/1.1\r\nHost: a.example\r\n\r\n';
const sha256 = (value: string): string =>
  createHash('sha256').update(value, 'latin1').digest('hex');

describe('order', () => {
  const parts = [GET.slice(0, 5), GET.slice(5, 20), GET.slice(20)] as const;

  test('[PC5] segments out of order, repeated and overlapping give one request', () => {
    const wire = new Wire().open();
    wire.send(0, 21, parts[2]).send(0, 6, parts[1]).send(0, 6, parts[1]).send(0, 1, parts[0]);
    wire.send(0, 1, GET.slice(0, 12));
    const { requests, flows } = wire.read();
    expect(requests).toEqual(['/one']);
    expect(flows[0]?.fromClient).toMatchObject({ missing: 0, retransmitted: 15 + 12 });
  });

  test('[PC5] sequence numbers wrap', () => {
    const wire = new Wire(80, [0xfffffff8, 0xfffffffe]).open();
    wire.send(0, 6, parts[1]).send(0, 1, parts[0]).send(0, 21, parts[2]);
    expect(wire.read().requests).toEqual(['/one']);
  });

  test('[PC5] of overlapping segments the first counts', () => {
    const wire = new Wire().open().send(0, 1, 'GET /one');
    wire.send(0, 5, '/two HTTP/1.1\r\n\r\n');
    expect(wire.read().requests).toEqual(['/one']);
  });

  test('[PC5] a connection that was open before the capture is read from where it begins', () => {
    const { requests, flows } = new Wire().send(0, 1, GET).read();
    expect(requests).toEqual(['/one']);
    expect(flows[0]).toMatchObject({ state: 'midstream', client: '10.0.0.1', service: 'http' });
  });

  test('[PC5] the end with the reserved port is no client', () => {
    const [flow] = new Wire().send(1, 1, 'x').read().flows;
    expect(flow).toMatchObject({ client: '10.0.0.1', serverPort: 80 });
  });

  test('[PC5] ports that are used again are another connection', () => {
    const wire = new Wire().open().send(0, 1, GET);
    wire.send(0, 39, '', FIN).send(1, 1, '', FIN);
    const again = new Wire(80, [500_000, 600_000]).open().send(0, 1, GET.replace('one', 'two'));
    wire.packets.push(...again.packets);
    const { flows, requests } = wire.read();
    expect(flows.map(({ state }) => state)).toEqual(['closed', 'opened']);
    expect(requests).toEqual(['/one', '/two']);
  });
});

const answer = (headers: string, body: string): string =>
  `HTTP/1.1 200 OK\r\n${headers}\r\n\r\n${body}`;

describe('content', () => {
  test('[PC6] chunks are joined, requests and answers paired, files hashed', () => {
    const chunked = answer(
      'Transfer-Encoding: chunked',
      '4\r\nWiki\r\n5;x=y\r\npedia\r\n0\r\n\r\n',
    );
    const wire = new Wire().open().send(0, 1, `${GET}${GET.replace('one', 'a/b.exe?q=1')}`);
    const second = answer('Content-Length: 3', 'MZx');
    wire.send(1, 1, chunked.slice(0, 60)).send(1, 61, `${chunked.slice(60)}${second}`);
    const { files } = wire.read();
    expect(
      files.map(({ exchange, name, size, kind, complete }) => ({
        exchange,
        name,
        size,
        kind,
        complete,
      })),
    ).toEqual([
      { exchange: 1, name: 'one', size: 9, kind: '', complete: true },
      { exchange: 2, name: 'b.exe', size: 3, kind: 'pe', complete: true },
    ]);
    expect(files[0]?.sha256).toBe(sha256('Wikipedia'));
  });

  test('[PC6] an answer to HEAD has no content, whatever its length says', () => {
    const wire = new Wire().open();
    wire.send(0, 1, `${GET.replace('GET', 'HEAD')}${GET.replace('one', 'two')}`);
    wire.send(1, 1, `${answer('Content-Length: 5', '')}${answer('Content-Length: 2', 'ok')}`);
    expect(wire.read().files).toMatchObject([{ exchange: 2, size: 2 }]);
  });

  test('[PC6] a file with bytes that were not captured says so, and the next one is read', () => {
    const wire = new Wire().open().send(0, 1, `${GET}${GET.replace('one', 'two')}`);
    const head = answer('Content-Length: 100', '');
    wire.send(1, 1, `${head}${'a'.repeat(20)}`);
    const behind = 1 + head.length + 70;
    wire.send(1, behind, `${'b'.repeat(30)}${answer('Content-Length: 2', 'ok')}`);
    const { files, flows } = wire.read();
    expect(files).toMatchObject([
      { exchange: 1, size: 50, complete: false },
      { exchange: 2, size: 2, complete: true },
    ]);
    expect(flows[0]?.fromServer.missing).toBe(50);
  });

  test('[PC5] what a snap length cut off is missing, not made up', () => {
    const wire = new Wire().open().send(0, 1, GET);
    wire.send(1, 1, answer('Content-Length: 100', 'c'.repeat(100))).cut(54 + 60);
    const { files, flows, receipt } = wire.read();
    expect(files).toMatchObject([{ complete: false }]);
    expect(flows[0]?.fromServer).toMatchObject({ bytes: 140, missing: 80 });
    expect(receipt.cutPackets).toBe(1);
  });

  test('[PC6] content up to the end of the connection is whole only if the end was seen', () => {
    const body = answer('Server: x', 'until the end');
    const open = new Wire().open().send(0, 1, GET).send(1, 1, body);
    expect(open.read().files).toMatchObject([{ size: 13, complete: false }]);
    open.send(1, 1 + body.length, '', FIN);
    expect(open.read().files).toMatchObject([{ size: 13, complete: true }]);
  });
});

describe('limits', () => {
  test('[PC8] a gap that never fills is passed at the limit', () => {
    const wire = new Wire().open().send(0, 1, GET.slice(0, 10));
    for (let n = 0; n < 30; n++) wire.send(0, 200 + n * 10, '0123456789');
    const { receipt, flows } = wire.read({ waitingSegments: 8 });
    expect(receipt.limits['waiting segments']).toBeGreaterThan(0);
    expect(flows[0]?.fromClient.missing).toBe(200 - 11);
  });

  test('[PC8] a head without end is given up, and later requests are read', () => {
    const wire = new Wire().open();
    const head = `GET /${'x'.repeat(900)}`;
    wire
      .send(0, 1, head)
      .send(0, 1 + head.length, 'y'.repeat(900))
      .send(0, 901 + head.length, GET);
    const { receipt, requests } = wire.read({ parserBytes: 1_024 });
    expect(receipt.limits['parser bytes']).toBe(1);
    expect(requests).toEqual(['/one']);
  });

  test('[PC8] with too many flows the silent ones are given out early, and say so', () => {
    const packets = Array.from({ length: 40 }, (_, n) => {
      const segment = tcp({ from: 20_000 + n, to: 9_999, seq: 1 }, text('hello'));
      return {
        bytes: ethernet(0x0800, ipv4({ from: '10.0.0.1', to: '10.0.0.2', protocol: 6 }, segment)),
      };
    });
    const { events, receipt } = readCaptureBytes(pcap(packets), { limits: { flows: 10 } });
    const flows = eventsOf(events, 'flow');
    expect(flows).toHaveLength(40);
    expect(flows.filter(({ evicted }) => evicted)).toHaveLength(30);
    expect(receipt.limits).toEqual({ flows: 30 });
  });
});

/** A ClientHello that names a server, without more. */
const HELLO = (() => {
  const name = 'inner.example';
  const sni = `\0\0\0${String.fromCharCode(name.length + 5)}\0${String.fromCharCode(name.length + 3)}\0\0${String.fromCharCode(name.length)}${name}`;
  const body = `\x03\x03${'r'.repeat(32)}\0\0\x02\xc0\x2f\x01\0\0${String.fromCharCode(sni.length)}${sni}`;
  const message = `\x01\0\0${String.fromCharCode(body.length)}${body}`;
  return `\x16\x03\x01\0${String.fromCharCode(message.length)}${message}`;
})();

describe('openings', () => {
  const DIALOGS: readonly (readonly [string, number, readonly (readonly [0 | 1, string])[]])[] = [
    [
      'CONNECT',
      8_080,
      [
        [0, 'CONNECT inner.example:443 HTTP/1.1\r\n\r\n'],
        [1, 'HTTP/1.1 200 OK\r\n\r\n'],
      ],
    ],
    [
      'SOCKS 5',
      1_080,
      [
        [0, '\x05\x01\0'],
        [1, '\x05\0'],
        [0, '\x05\x01\0\x01\x01\x02\x03\x04\x01\xbb'],
        [1, '\x05\0\0\x01\0\0\0\0\0\0'],
      ],
    ],
    [
      'SMTP',
      25,
      [
        [1, '220 mail ESMTP\r\n'],
        [0, 'EHLO me\r\n'],
        [1, '250 ok\r\n'],
        [0, 'STARTTLS\r\n'],
        [1, '220 go\r\n'],
      ],
    ],
    [
      'an unknown protocol',
      9_999,
      [
        [0, 'hello server'],
        [1, 'hello client'],
      ],
    ],
  ];

  test.each(DIALOGS)('[PC11] TLS behind %s is read', (_name, port, dialog) => {
    const wire = new Wire(port).open();
    const at: [number, number] = [1, 1];
    for (const [side, payload] of [...dialog, [0, HELLO] as const]) {
      wire.send(side, at[side], payload);
      at[side] += payload.length;
    }
    const hellos = eventsOf(wire.read().events, 'tls.client');
    expect(hellos.map(({ sni }) => sni)).toEqual(['inner.example']);
  });

  test.each([
    ['ftp', 21, '220 ready\r\n', ['USER bob\r\n', 'PASS hunter2\r\n', 'RETR plan.txt\r\n']],
    ['pop3', 110, '+OK ready\r\n', ['USER bob\r\n', 'PASS hunter2\r\n']],
    ['imap', 143, '* OK ready\r\n', ['a1 LOGIN bob hunter2\r\n']],
    [
      'smtp',
      25,
      '220 ready\r\n',
      ['AUTH PLAIN aHVudGVyMgBodW50ZXIy\r\n', 'MAIL FROM:<bob@a.example>\r\n'],
    ],
  ] as const)(
    '[PC10] of %s the user is kept and the password is not',
    (service, port, greeting, lines) => {
      const wire = new Wire(port).open().send(1, 1, greeting);
      let at = 1;
      for (const line of lines) {
        wire.send(0, at, line);
        at += line.length;
      }
      const { events } = wire.read();
      const banners = eventsOf(events, 'banner');
      expect(banners).toHaveLength(lines.length + 1);
      expect(banners.every((banner) => banner.service === service)).toBe(true);
      const told = JSON.stringify(events);
      expect(told).toContain('bob');
      expect(told).not.toContain('hunter2');
      expect(told).not.toContain('aHVudGVyMg');
    },
  );
});
