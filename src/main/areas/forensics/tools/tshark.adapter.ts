/** One event for each packet, as tshark describes it (`-T ek`, one JSON line each). */
import type { EvidenceEvent } from '../../../../shared/areas/forensics/events/event.types.ts';
import type { EvidenceReader } from '../readers/reader.types.ts';
import { takeLines, toolReader } from './tool-run.ts';

const FIELDS = {
  'frame.number': 'Frame',
  'frame.time_epoch': 'Time',
  'frame.protocols': 'Protocols',
  'frame.len': 'Length',
  'ip.src': 'Source',
  'ip.dst': 'Destination',
  'ipv6.src': 'Source',
  'ipv6.dst': 'Destination',
  'tcp.srcport': 'SourcePort',
  'tcp.dstport': 'DestinationPort',
  'udp.srcport': 'SourcePort',
  'udp.dstport': 'DestinationPort',
  '_ws.col.Protocol': 'Protocol',
  '_ws.col.Info': 'Info',
} as const;
const NAMES = new Map<string, string>(
  Object.entries(FIELDS).map(([field, name]) => [field.replaceAll('.', '_'), name]),
);
const MAX_PACKETS = 5_000_000;

export const tsharkReader = (dataDir: string): EvidenceReader =>
  toolReader(dataDir, 'tshark', 'tshark', async (run) => {
    const { command, paths, evidence, batch, sink } = run;
    const args = ['-n', '-c', String(MAX_PACKETS), '-r', evidence, '-T', 'ek'];
    for (const field of Object.keys(FIELDS)) args.push('-e', field);
    await command(paths[0] ?? '', args, (output) =>
      takeLines(run, output, 'tshark', (text) =>
        text.startsWith('{"index"') ? 'skip' : packetEvent(text),
      ),
    );
    sink.fact('packets', batch.count);
    if (batch.count >= MAX_PACKETS)
      sink.problem({
        what: `only the first ${MAX_PACKETS} packets were read`,
        ...{ where: null, isLoss: true },
      });
  });

/** @returns null where it is no such line. */
function packetEvent(line: string): EvidenceEvent | null {
  const layers = layersOf(line);
  if (layers === null) return null;
  const fields: Record<string, string> = Object.create(null);
  for (const [key, value] of Object.entries(layers)) {
    const name = NAMES.get(key);
    const first: unknown = Array.isArray(value) ? value[0] : value;
    if (name !== undefined && typeof first === 'string') fields[name] = first.slice(0, 2_000);
  }
  const { Time: time, Protocol: protocol, Info: info, ...shown } = fields;
  const at = epoch(time ?? '');
  return {
    ...{
      timeMs: at?.ms ?? null,
      timeNanos: at?.nanos ?? 0,
      kind: 'network',
      host: null,
      user: null,
    },
    provider: 'tshark',
    code: protocol ?? null,
    summary: `${protocol ?? 'packet'}: ${info ?? ''}`.slice(0, 1_000),
    fields: { ...shown, ...(info === undefined ? {} : { Info: info }) },
    ...{ offset: null, record: shown.Frame ?? null },
  };
}

function layersOf(line: string): object | null {
  try {
    const layers = (JSON.parse(line) as { layers?: unknown } | null)?.layers;
    return typeof layers === 'object' ? (layers ?? null) : null;
  } catch {
    return null;
  }
}

/** Seconds with up to nine digits behind the point; newer versions write ISO 8601. */
function epoch(text: string): { ms: number; nanos: number } | null {
  const seconds = /^(\d{1,12})(?:\.(\d{1,9}))?$/.exec(text);
  const iso = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:\.(\d{1,9}))?Z$/.exec(text);
  const whole = seconds ? Number(seconds[1]) * 1000 : Date.parse(`${iso?.[1]}Z`);
  if (Number.isNaN(whole)) return null;
  const nanos = Number(((seconds ?? iso)?.[2] ?? '').padEnd(9, '0'));
  return { ms: whole + Math.floor(nanos / 1_000_000), nanos: nanos % 1_000_000 };
}
