import { z } from 'zod';
import {
  type ConnectorContext,
  ConnectorFailure,
  type ConnectorPage,
} from '../../connector.types.ts';
import { readCursor } from '../kit/cursor.ts';
import { DAY_MS, HOUR_MS } from '../kit/settings.ts';
import { ask } from './ask.ts';
import type { XmlFields } from './read-xml.ts';
import type { QualysSettings } from './settings.ts';
import { titlesOf } from './titles.ts';

/** A host has some fifty open detections: so a page of hosts gives about a page of detections. */
const DETECTIONS_OF_A_HOST = 50;
const MOST_HOSTS = 1_000;
/** What was updated while the pass before was read is read again. */
const OVERLAP_MS = HOUR_MS;
const GROUPS = new Set(['HOST', 'DETECTION', 'WARNING']);

const cursorSchema = z.object({
  since: z.number(),
  /** When the pass under way, or the last one, began. */
  startedAt: z.number().nullable(),
  /** The host from which the pass goes on; null between passes. */
  idMin: z.number().nullable(),
  /** Detections of that host that are read. */
  skip: z.number(),
});
type Cursor = z.infer<typeof cursorSchema>;

interface Host {
  readonly id: number;
  readonly fields: XmlFields;
  readonly detections: readonly XmlFields[];
}

/** One page of a pass over the hosts by their id, whole hosts as long as they fit. */
export async function fetchPage(
  context: ConnectorContext<QualysSettings>,
  text: string | null,
): Promise<ConnectorPage> {
  const { settings, batchSize } = context;
  const now = context.now();
  const cursor: Cursor = readCursor(cursorSchema, text) ?? {
    since: now - settings.sinceDays * DAY_MS,
    startedAt: null,
    idMin: null,
    skip: 0,
  };
  const isDue =
    cursor.startedAt === null || now - cursor.startedAt >= settings.everyHours * HOUR_MS;
  if (cursor.idMin === null && !isDue) {
    return { records: [], cursor: JSON.stringify(cursor), hasMore: false };
  }
  const startedAt = cursor.idMin === null || cursor.startedAt === null ? now : cursor.startedAt;
  const idMin = cursor.idMin ?? 0;
  const { hosts, nextId } = await askHosts(context, cursor.since, idMin);
  const { taken, at } = cut(hosts, { batchSize, idMin, skip: cursor.skip });
  const records = await recordsOf(context, taken);
  const rest = at ?? (nextId === null ? null : { idMin: nextId, skip: 0 });
  const next: Cursor =
    rest === null
      ? { since: Math.max(cursor.since, startedAt - OVERLAP_MS), startedAt, idMin: null, skip: 0 }
      : { since: cursor.since, startedAt, ...rest };
  return { records, cursor: JSON.stringify(next), hasMore: rest !== null };
}

async function askHosts(
  context: ConnectorContext<QualysSettings>,
  since: number,
  idMin: number,
): Promise<{ hosts: Host[]; nextId: number | null }> {
  const { settings, batchSize } = context;
  const most = Math.ceil(batchSize / DETECTIONS_OF_A_HOST);
  const hosts: Host[] = [];
  let open: XmlFields[] = [];
  let nextId: number | null = null;
  const form = {
    action: 'list',
    output_format: 'XML',
    truncation_limit: String(Math.min(most, MOST_HOSTS)),
    detection_updated_since: `${new Date(since).toISOString().slice(0, 19)}Z`,
    status: 'New,Active,Re-Opened',
    severities: settings.lowest === 5 ? '5' : `${settings.lowest}-5`,
    show_qds: '1',
    ...(idMin > 0 ? { id_min: String(idMin) } : {}),
  };
  const path = 'asset/host/vm/detection/';
  await ask(
    context,
    { path, form, why: 'detections since the last sync' },
    {
      groups: GROUPS,
      found(name, fields) {
        if (name === 'DETECTION') open.push(fields);
        else if (name === 'WARNING') nextId = nextOf(fields, idMin) ?? nextId;
        else {
          hosts.push({ id: numberOf(fields.ID), fields, detections: open });
          open = [];
        }
      },
    },
  );
  return { hosts: hosts.sort((a, b) => a.id - b.id), nextId };
}

function numberOf(text: string | undefined): number {
  if (text !== undefined && /^\d{1,15}$/.test(text)) return Number(text);
  throw new ConnectorFailure('answer', 'Qualys named a host without its id.');
}

/** Code 1980: the list was cut. Only the number of its address is taken; the address is not called. */
function nextOf({ CODE, URL: url }: XmlFields, idMin: number): number | null {
  if (CODE !== '1980') return null;
  const id = numberOf(URL.parse(url ?? '')?.searchParams.get('id_min') ?? undefined);
  if (id > idMin) return id;
  throw new ConnectorFailure('answer', 'The next page of Qualys does not lead on.');
}

interface Taken {
  readonly host: XmlFields;
  readonly detection: XmlFields;
}

/** Whole hosts while they fit; a host with more detections than a page is read in parts. */
function cut(
  hosts: readonly Host[],
  { batchSize, idMin, skip }: { batchSize: number; idMin: number; skip: number },
): { taken: Taken[]; at: { idMin: number; skip: number } | null } {
  const taken: Taken[] = [];
  for (const host of hosts) {
    const from = host.id === idMin ? skip : 0;
    const left = host.detections.slice(from);
    const room = batchSize - taken.length;
    if (left.length > room && taken.length > 0)
      return { taken, at: { idMin: host.id, skip: from } };
    for (const detection of left.slice(0, room)) taken.push({ host: host.fields, detection });
    if (left.length > room) return { taken, at: { idMin: host.id, skip: from + room } };
  }
  return { taken, at: null };
}

/** A record of ours: what Qualys says of host, detection and title, by its own names, as JSON. */
async function recordsOf(
  context: ConnectorContext<QualysSettings>,
  taken: readonly Taken[],
): Promise<Uint8Array[]> {
  const qids = new Set(taken.flatMap(({ detection }) => detection.QID ?? []));
  const titles = await titlesOf(
    context,
    new Set([...qids].filter((qid) => /^\d{1,10}$/.test(qid))),
  );
  return taken.map(({ host, detection }) => {
    const title = titles.get(detection.QID ?? '');
    const record = { HOST: host, DETECTION: detection, ...(title ? { KB: title } : {}) };
    return Buffer.from(JSON.stringify(record), 'utf8');
  });
}
