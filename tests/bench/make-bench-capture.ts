/**
 * A capture of the mix that an office network shows, from a seed: DNS questions and answers, HTTP
 * transactions, TLS handshakes with bulk data behind them, SSH, and UDP media. Made in pieces, so that
 * it may be longer than memory.
 */
import {
  type Bytes,
  be16,
  dnsAnswer,
  dnsQuery,
  ethernet,
  ipv4,
  join,
  pcapHeader,
  pcapRecord,
  tcp,
  text,
  udp,
} from '../helpers/make-capture.ts';

const BULK = new Uint8Array(1_380).map((_, index) => (index * 131 + 7) & 255);

/** Numbers from a seed, below `below`. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function extension(type: number, body: Bytes): Bytes {
  return join(be16(type), be16(body.length), body);
}

function handshake(type: number, body: Bytes): Bytes {
  const message = join([type, 0], be16(body.length), body);
  return join([22, 3, 1], be16(message.length), message);
}

function clientHello(name: string): Bytes {
  const ciphers = [0x1301, 0x1302, 0x1303, 0xc02b, 0xc02f, 0xc02c, 0xc030, 0x009c].flatMap(be16);
  const host = join(be16(name.length + 3), [0], be16(name.length), text(name));
  const extensions = join(
    extension(0, host),
    extension(10, join([0, 4], be16(29), be16(23))),
    extension(13, join([0, 4], be16(0x0403), be16(0x0804))),
    extension(16, join([0, 3, 2], text('h2'))),
    extension(43, join([4], be16(0x0304), be16(0x0303))),
  );
  return handshake(
    1,
    join(
      [3, 3],
      BULK.subarray(0, 32),
      [0],
      be16(ciphers.length),
      ciphers,
      [1, 0],
      be16(extensions.length),
      extensions,
    ),
  );
}

const SERVER_HELLO = handshake(
  2,
  join([3, 3], BULK.subarray(40, 72), [0, 0x13, 0x01, 0], be16(6), extension(43, join([3, 4]))),
);
const SEALED = join([23, 3, 3], be16(1_375), BULK.subarray(0, 1_375));

interface Ends {
  readonly client: string;
  readonly server: string;
  readonly port: number;
  readonly to: number;
}

interface Talk {
  readonly side: 0 | 1;
  readonly payload: Bytes;
}

/** The packets of a connection: opening, what is said, closing. */
function connection({ client, server, port, to }: Ends, talk: readonly Talk[]): Bytes[] {
  const next = [1_000, 5_000];
  const packet = (side: 0 | 1, flags: number, payload: Bytes): Bytes => {
    const seq = next[side] ?? 0;
    next[side] = seq + payload.length + ((flags & 3) !== 0 ? 1 : 0);
    const [from, into] = side === 0 ? [port, to] : [to, port];
    const header = { from, to: into, seq, ack: next[1 - side] ?? 0, flags };
    const ends = side === 0 ? { from: client, to: server } : { from: server, to: client };
    return ethernet(0x0800, ipv4({ ...ends, protocol: 6 }, tcp(header, payload)));
  };
  const none = new Uint8Array(0);
  return [
    packet(0, 2, none),
    packet(1, 18, none),
    packet(0, 16, none),
    ...talk.flatMap(({ side, payload }, index) =>
      index % 3 === 2
        ? [packet(side, 24, payload), packet(side === 0 ? 1 : 0, 16, none)]
        : [packet(side, 24, payload)],
    ),
    packet(0, 17, none),
    packet(1, 17, none),
    packet(0, 16, none),
  ];
}

function bulk(side: 0 | 1, count: number, payload: Bytes): Talk[] {
  return Array.from({ length: count }, () => ({ side, payload }));
}

function httpTalk(host: string, path: string): Talk[] {
  const body = 5 * BULK.length;
  return [
    {
      side: 0,
      payload: text(
        `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nUser-Agent: bench/1.0\r\nAccept: */*\r\n\r\n`,
      ),
    },
    {
      side: 1,
      payload: text(
        `HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\nContent-Length: ${body}\r\n\r\n`,
      ),
    },
    ...bulk(1, 5, BULK),
  ];
}

/** One step of the network: the packets of one conversation. */
function conversation(pick: (below: number) => number): Bytes[] {
  const client = `10.1.${pick(16)}.${1 + pick(250)}`;
  const server = `198.51.${pick(100)}.${1 + pick(250)}`;
  const port = 20_000 + pick(40_000);
  const host = `host${pick(5_000)}.example.net`;
  const kind = pick(10);
  if (kind < 4) {
    const wrap = (from: string, to: string, payload: Bytes): Bytes =>
      ethernet(0x0800, ipv4({ from, to, protocol: 17 }, payload));
    const id = pick(65_536);
    return [
      wrap(client, '10.1.0.53', udp(port, 53, dnsQuery(id, host))),
      wrap('10.1.0.53', client, udp(53, port, dnsAnswer(id, host, server))),
    ];
  }
  if (kind < 6)
    return connection({ client, server, port, to: 80 }, httpTalk(host, `/f/${pick(9_999)}`));
  const hellos: Talk[] = [
    { side: 0, payload: clientHello(host) },
    { side: 1, payload: SERVER_HELLO },
  ];
  return connection({ client, server, port, to: 443 }, [
    ...hellos,
    ...bulk(1, 12 + pick(24), SEALED),
  ]);
}

/** Pieces of a file with at least `packets` packets; the first has the header. */
export function* benchCapture(
  packets: number,
  seed: number,
): Generator<{ readonly bytes: Bytes; readonly packets: number }> {
  const pick = numbersFrom(seed);
  let made = 0;
  yield { bytes: pcapHeader(), packets: 0 };
  while (made < packets) {
    const parts = conversation(pick).map((bytes, index) => {
      const micros = made + index;
      const seconds = 1_700_000_000 + Math.floor(micros / 1_000_000);
      return Buffer.from(pcapRecord({ bytes, seconds, micros: micros % 1_000_000 }));
    });
    made += parts.length;
    yield { bytes: Buffer.concat(parts), packets: parts.length };
  }
}
