/** A capture in which a file passes by HTTP, so many times. */
import { ethernet, ipv4, type Packet, pcap, tcp, text } from './make-capture.ts';

const CLIENT = '10.0.0.1';
const SERVER = '10.0.0.2';

export function httpCapture(target: string, content: Uint8Array, times: number): Uint8Array {
  const packets: Packet[] = [];
  const send = (
    isClient: boolean,
    port: number,
    seq: number,
    ack: number,
    flags: number,
    payload: Uint8Array,
  ) => {
    const [from, to] = isClient ? [CLIENT, SERVER] : [SERVER, CLIENT];
    const segment = tcp(
      { from: isClient ? port : 80, to: isClient ? 80 : port, seq, ack, flags },
      payload,
    );
    packets.push({ bytes: ethernet(0x0800, ipv4({ from, to, protocol: 6 }, segment)) });
  };
  for (let time = 0; time < times; time++) {
    const port = 40_000 + time;
    const request = text(`GET ${target} HTTP/1.1\r\nHost: files.example\r\n\r\n`);
    const head = text(`HTTP/1.1 200 OK\r\nContent-Length: ${content.length}\r\n\r\n`);
    send(true, port, 100, 0, 0x02, new Uint8Array(0));
    send(false, port, 500, 101, 0x12, new Uint8Array(0));
    send(true, port, 101, 501, 0x18, request);
    send(false, port, 501, 101 + request.length, 0x18, head);
    send(false, port, 501 + head.length, 101 + request.length, 0x18, content);
    send(
      false,
      port,
      501 + head.length + content.length,
      101 + request.length,
      0x11,
      new Uint8Array(0),
    );
  }
  return pcap(packets);
}
