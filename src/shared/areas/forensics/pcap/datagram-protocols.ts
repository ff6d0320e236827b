/** What single UDP datagrams say: DNS and its kin, DHCP, Kerberos, and the hellos of QUIC and DTLS. */
import { Banners } from './banner-parser.ts';
import type { DnsEvent } from './capture.types.ts';
import { readDhcp } from './dhcp.ts';
import { readDns } from './dns.ts';
import { beginsDtls, readDtls } from './dtls.ts';
import type { Flow } from './flow.ts';
import type { Frame } from './frame.ts';
import { readKerberos } from './kerberos.ts';
import { beginsQuic, QuicFlow } from './quic.ts';
import type { Side, StreamContext } from './stream-parser.ts';

const NAME_SERVICES: Readonly<Record<number, DnsEvent['service']>> = {
  53: 'dns',
  137: 'nbns',
  5353: 'mdns',
  5355: 'llmnr',
};

const MOST_BANNERS = 200;

function nameService(flow: Flow): DnsEvent['service'] | undefined {
  return NAME_SERVICES[flow.serverPort] ?? NAME_SERVICES[flow.clientPort];
}

function readNames(
  context: StreamContext,
  service: DnsEvent['service'],
  { bytes, at, end }: Frame,
): void {
  const { kit } = context;
  const message = readDns(bytes, at, end, kit.limits.records);
  if (message === null) return;
  context.service(service);
  const where = context.where();
  kit.emit({ type: 'dns', ...context.ends(), where, service, ...message });
}

function readBanner(context: StreamContext, flow: Flow, side: Side, frame: Frame): void {
  const { bytes, at, end } = frame;
  if (flow.datagramsRead >= MOST_BANNERS) return;
  const isDhcp = flow.hasPort(67) || flow.hasPort(68);
  const found = isDhcp ? readDhcp(bytes, at, end) : readKerberos(bytes, at, end);
  if (found === null) return;
  flow.datagramsRead += 1;
  new Banners(context, isDhcp ? 'dhcp' : 'kerberos').add(side, found.message, found.fields);
}

/** `contextOf` is asked only where something is read: most datagrams are somebody's data. */
export function readDatagram(
  flow: Flow,
  side: Side,
  frame: Frame,
  contextOf: (flow: Flow) => StreamContext,
): void {
  const { bytes, at, end } = frame;
  if (end <= at) return;
  if (flow.memory instanceof QuicFlow) {
    flow.memory.datagram(side, bytes, at, end);
    return;
  }
  const service = nameService(flow);
  if (service !== undefined) {
    readNames(contextOf(flow), service, frame);
  } else if (flow.hasPort(67) || flow.hasPort(68) || flow.hasPort(88)) {
    readBanner(contextOf(flow), flow, side, frame);
  } else if (beginsQuic(bytes, at, end)) {
    const quic = new QuicFlow(contextOf(flow));
    flow.memory = quic;
    quic.datagram(side, bytes, at, end);
  } else if (beginsDtls(bytes, at, end)) {
    readDtls(contextOf(flow), side, bytes, at, end);
  }
}
