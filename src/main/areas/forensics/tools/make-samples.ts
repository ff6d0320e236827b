/** Small captures and binaries made byte by byte for self-tests, after the formats' own documents. */

/** A pcap (libpcap's file format) with one packet: a DNS question from 10.0.0.1 over UDP, raw IPv4. */
export function makeDnsCapture(name: string, seconds: number): Buffer {
  const labels = name
    .split('.')
    .map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)]));
  const question = Buffer.concat([
    Buffer.from('123401000001000000000000', 'hex'),
    ...labels,
    Buffer.from('0000010001', 'hex'),
  ]);
  const udp = Buffer.alloc(8);
  udp.writeUInt16BE(50_000, 0);
  udp.writeUInt16BE(53, 2);
  udp.writeUInt16BE(8 + question.length, 4);
  const ip = Buffer.from('450000000000000040110000' + '0a000001' + '0a000002', 'hex');
  ip.writeUInt16BE(28 + question.length, 2);
  const packet = Buffer.concat([ip, udp, question]);
  const head = Buffer.alloc(24);
  head.writeUInt32LE(0xa1b2c3d4, 0);
  head.writeUInt16LE(2, 4);
  head.writeUInt16LE(4, 6);
  head.writeUInt32LE(65_535, 16);
  head.writeUInt32LE(101, 20);
  const record = Buffer.alloc(16);
  record.writeUInt32LE(seconds, 0);
  record.writeUInt32LE(packet.length, 8);
  record.writeUInt32LE(packet.length, 12);
  return Buffer.concat([head, record, packet]);
}

/** An ELF of 64 bits with a head and nothing else (System V ABI, chapter 4). */
export function makeElf(): Buffer {
  const head = Buffer.alloc(64);
  head.write('\x7fELF', 0, 'latin1');
  head.set([2, 1, 1], 4);
  head.writeUInt16LE(2, 16);
  head.writeUInt16LE(62, 18);
  head.writeUInt32LE(1, 20);
  head.writeUInt16LE(64, 52);
  head.writeUInt16LE(56, 54);
  head.writeUInt16LE(64, 58);
  return head;
}

/** A PE32+ with one section of 512 bytes (Microsoft, 'PE Format'). */
export function makePe(text: string): Buffer {
  const file = Buffer.alloc(1_024);
  file.write('MZ', 0, 'latin1');
  file.writeUInt32LE(64, 60);
  file.write('PE\0\0', 64, 'latin1');
  file.writeUInt16LE(0x8664, 68);
  file.writeUInt16LE(1, 70);
  file.writeUInt32LE(1_700_000_000, 72);
  file.writeUInt16LE(240, 84);
  file.writeUInt16LE(0x22, 86);
  file.writeUInt16LE(0x20b, 88);
  file.writeUInt32LE(0x1000, 104);
  file.writeBigUInt64LE(0x140000000n, 112);
  file.writeUInt32LE(0x1000, 120);
  file.writeUInt32LE(0x200, 124);
  file.writeUInt16LE(6, 136);
  file.writeUInt32LE(0x2000, 144);
  file.writeUInt32LE(0x200, 148);
  file.writeUInt16LE(3, 156);
  file.writeUInt32LE(16, 196);
  file.write('.text', 328, 'latin1');
  file.writeUInt32LE(0x200, 336);
  file.writeUInt32LE(0x1000, 340);
  file.writeUInt32LE(0x200, 344);
  file.writeUInt32LE(0x200, 348);
  file.writeUInt32LE(0x60000020, 364);
  file.write(text, 512, 'latin1');
  return file;
}
