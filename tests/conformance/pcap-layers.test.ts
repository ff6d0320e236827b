import { describe, expect, test } from 'vitest';
import {
  type Bytes,
  be16,
  be32,
  dnsQuery,
  ethernet,
  ipv4,
  ipv6,
  join,
  pcap,
  text,
  udp,
  vlan,
} from '../helpers/make-capture.ts';
import { eventsOf, readCaptureBytes } from './capture-reading.ts';

const INNER = ipv4(
  { from: '10.0.0.1', to: '10.0.0.2', protocol: 17 },
  udp(40_000, 53, dnsQuery(7, 'inner.example')),
);
const INNER_6 = ipv6(1, 2, 17, udp(40_000, 53, dnsQuery(7, 'inner.example')));

function outer(protocol: number, payload: Bytes): Bytes {
  return ethernet(0x0800, ipv4({ from: '192.0.2.1', to: '192.0.2.2', protocol }, payload));
}

const overUdp = (port: number, payload: Bytes): Bytes => outer(17, udp(50_000, port, payload));
const bridged = ethernet(0x0800, INNER);
const sll = (type: number): number[] => [...Array(14).fill(0), ...be16(type)];
const snap = join([0xaa, 0xaa, 3, 0, 0, 0, 8, 0], INNER);
const dataFrame = join([0x08, 0, 0, 0], Array(20).fill(0), snap);
const LINKS: readonly (readonly [name: string, linkType: number, bytes: Bytes])[] = [
  ['ethernet', 1, bridged],
  ['802.1Q', 1, ethernet(0x8100, vlan(5, 0x0800, INNER))],
  ['two tags', 1, ethernet(0x88a8, vlan(9, 0x8100, vlan(5, 0x0800, INNER)))],
  ['802.2 with SNAP', 1, ethernet(snap.length, snap)],
  ['MPLS, two labels', 1, ethernet(0x8847, join([0, 1, 0, 64, 0, 2, 1, 64], INNER))],
  ['MPLS with Ethernet', 1, ethernet(0x8847, join([0, 2, 1, 64, 0, 0, 0, 0], bridged))],
  ['PPPoE', 1, ethernet(0x8864, join([0x11, 0, 0, 1], be16(INNER.length + 2), [0, 0x21], INNER))],
  ['IPv6', 1, ethernet(0x86dd, INNER_6)],
  ['loopback, low byte first', 0, join([2, 0, 0, 0], INNER)],
  ['loopback, high byte first', 108, join([0, 0, 0, 30], INNER_6)],
  ['raw', 101, INNER],
  ['raw IPv6', 12, INNER_6],
  ['PPP', 9, join([0xff, 3, 0, 0x21], INNER)],
  ['HDLC', 104, join([0x0f, 0, 8, 0], INNER)],
  ['Linux cooked', 113, join(sll(0x0800), INNER)],
  ['Linux cooked 2', 276, join([8, 0], Array(18).fill(0), INNER)],
  ['802.11', 105, dataFrame],
  ['radiotap', 127, join([0, 0, 8, 0, 0, 0, 0, 0], dataFrame)],
  ['netfilter log', 239, join([2, 0, 0, 0], [INNER.length + 4, 0, 9, 0], INNER)],
];

const gre = (type: number, payload: Bytes): Bytes => outer(47, join([0, 0], be16(type), payload));
const TUNNELS: readonly (readonly [tunnel: string, bytes: Bytes])[] = [
  ['ipv4', outer(4, INNER)],
  ['ipv6', outer(41, INNER_6)],
  ['gre/ipv4', gre(0x0800, INNER)],
  ['gre/ipv4', gre(0x6558, bridged)],
  ['gre/ipv4', outer(47, join([0x30, 0, 8, 0], be32(1), be32(2), INNER))],
  ['gre/ipv4', outer(47, join([0x10, 0, 0x88, 0xbe], be32(1), Array(8).fill(0), bridged))],
  ['vxlan/ipv4', overUdp(4_789, join([8, 0, 0, 0, 0, 0, 1, 0], bridged))],
  ['geneve/ipv4', overUdp(6_081, join([1, 0, 0x65, 0x58, 0, 0, 1, 0], Array(4).fill(0), bridged))],
  ['teredo/ipv6', overUdp(3_544, INNER_6)],
  ['teredo/ipv6', overUdp(3_544, join([0, 0, 1, 2, 3, 4, 5, 6], INNER_6))],
  ['gtp/ipv4', overUdp(2_152, join([0x30, 255], be16(INNER.length), be32(1), INNER))],
  ['l2tp/ipv4', overUdp(1_701, join([0, 2, 0, 1, 0, 1, 0xff, 3, 0, 0x21], INNER))],
  ['etherip/ipv4', outer(97, join([0x30, 0], bridged))],
  ['ipv4', overUdp(6_635, join([0, 1, 1, 64], INNER))],
  [
    'gre/ipv4/vxlan/ipv4',
    gre(
      0x0800,
      ipv4(
        { from: '1.1.1.1', to: '2.2.2.2', protocol: 17 },
        udp(9, 4_789, join([8, 0, 0, 0, 0, 0, 1, 0], bridged)),
      ),
    ),
  ],
];

const namesIn = (bytes: Bytes, linkType = 1) => {
  const { events, receipt } = readCaptureBytes(pcap([{ bytes }], { linkType }));
  return {
    names: eventsOf(events, 'dns').flatMap(({ questions }) => questions.map(({ name }) => name)),
    flows: eventsOf(events, 'flow'),
    receipt,
  };
};

test.each(LINKS)('[PC4] %s leads to the packet in it', (_name, linkType, bytes) => {
  const { names, receipt } = namesIn(bytes, linkType);
  expect(names).toEqual(['inner.example']);
  expect(receipt.unread).toEqual({});
});

test.each(TUNNELS)('[PC4] the tunnel %s leads to the packet in it', (tunnel, bytes) => {
  const { names, flows, receipt } = namesIn(bytes);
  expect(names).toEqual(['inner.example']);
  expect(flows.find(({ service }) => service === 'dns')?.tunnel).toBe(tunnel);
  expect(receipt.unread).toEqual({});
});

test('[PC4] the innermost tag is the flow, and bytes behind the IP packet are padding', () => {
  const bytes = join(
    ethernet(0x88a8, vlan(9, 0x8100, vlan(5, 0x0800, INNER))),
    Array(30).fill(255),
  );
  const [flow] = namesIn(bytes).flows;
  expect(flow).toMatchObject({ vlan: 5, fromClient: { packets: 1, bytes: 31 } });
});

describe('fragments', () => {
  const whole = udp(40_000, 53, join(dnsQuery(7, 'inner.example'), Array(40).fill(0)));
  const piece = (from: number, to: number, id = 3): Bytes =>
    ethernet(
      0x0800,
      ipv4(
        {
          from: '10.0.0.1',
          to: '10.0.0.2',
          protocol: 17,
          id,
          offset: from,
          more: to < whole.length,
        },
        whole.subarray(from, to),
      ),
    );
  const read = (...packets: Bytes[]) => readCaptureBytes(pcap(packets.map((bytes) => ({ bytes }))));

  test('[PC4] come in any order and more than once', () => {
    const { events } = read(piece(48, whole.length), piece(0, 24), piece(0, 24), piece(24, 48));
    expect(eventsOf(events, 'dns')[0]?.questions[0]?.name).toBe('inner.example');
    expect(eventsOf(events, 'dns')[0]?.where.packet).toBe(4);
  });

  test('[PC4] that overlap or are missing are given up, and counted', () => {
    const { events, receipt } = read(piece(0, 32), piece(24, whole.length), piece(0, 24, 4));
    expect(eventsOf(events, 'dns')).toEqual([]);
    expect(receipt.unread).toEqual({
      'ip: datagram incomplete, overlapping fragments': 1,
      'ip: datagram incomplete, fragments missing': 1,
    });
  });
});

test('[PC4] what nobody reads is counted with its reason', () => {
  const packets = [
    { bytes: ethernet(0x0806, new Uint8Array(28)) },
    { bytes: ethernet(0x1234, new Uint8Array(28)) },
    { bytes: text('short') },
    { bytes: ethernet(0x0800, new Uint8Array(40)) },
  ];
  const { receipt } = readCaptureBytes(pcap(packets));
  expect(receipt.unread).toEqual({
    arp: 1,
    'ethernet type 0x1234': 1,
    'ethernet: header cut off': 1,
    'ipv4: no valid header': 1,
  });
  expect(namesIn(INNER, 147).receipt.unread).toEqual({ 'link type 147': 1 });
});
