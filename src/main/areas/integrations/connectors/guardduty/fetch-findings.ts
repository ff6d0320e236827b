import { z } from 'zod';
import {
  type ConnectorContext,
  ConnectorFailure,
  type ConnectorPage,
} from '../../connector.types.ts';
import { credentialsOf } from '../aws/assume-role.ts';
import type { AwsCredentials } from '../aws/aws-call.ts';
import { readCursor } from '../kit/cursor.ts';
import { firstMoment, LATE_MS, writeCursor } from '../shared/cursor.ts';
import { findingsAtOnce, getFindings, listDetectors, listFindings } from './guardduty-api.ts';
import type { GuardDutySettings } from './settings.ts';

/**
 * A window of changes is read region by region, detector by detector. A finding that changes meanwhile
 * leaves it for the next window; one that comes again is known by its id.
 */
const cursorSchema = z.object({
  from: z.number(),
  /** Null between two windows. */
  to: z.number().nullable(),
  region: z.string().nullable(),
  detector: z.string().nullable(),
  token: z.string().nullable(),
  /** How often a token was no longer known and its detector was begun anew. */
  again: z.number().int(),
});
type Cursor = z.infer<typeof cursorSchema>;

const between = (from: number): Cursor => ({
  from,
  to: null,
  region: null,
  detector: null,
  token: null,
  again: 0,
});

/** A token that is never known is no token. */
const MOST_AGAIN = 3;

export async function fetchFindings(
  context: ConnectorContext<GuardDutySettings>,
  text: string | null,
): Promise<ConnectorPage> {
  const { settings, now } = context;
  const start = readCursor(cursorSchema, text) ?? between(firstMoment(now(), settings.sinceDays));
  const to = start.to ?? Math.max(now(), start.from);
  const region = regionAt(settings.regions, start.region);
  const isThere = region === start.region;
  const credentials = await credentialsOf(context, region);
  const records: Uint8Array[] = [];
  let at: Cursor = isThere ? { ...start, to } : { ...between(start.from), to, region };
  let next: Cursor | null = at;
  const step = findingsAtOnce(context.batchSize);
  while (next !== null && records.length + step <= context.batchSize) {
    at = next;
    if (at.region !== region) break;
    next = await readOnce({ context, credentials, region }, at, to, records);
  }
  if (next === null) {
    const from = Math.max(start.from, to - LATE_MS);
    return { records, cursor: writeCursor(between(from)), hasMore: false };
  }
  return { records, cursor: writeCursor(next), hasMore: true };
}

/** A region that was taken out of the settings is passed over: the first one after it stands. */
function regionAt(regions: readonly string[], wanted: string | null): string {
  const [first = ''] = regions;
  return wanted !== null && regions.includes(wanted) ? wanted : first;
}

interface Place {
  readonly context: ConnectorContext<GuardDutySettings>;
  readonly credentials: AwsCredentials;
  readonly region: string;
}

/** One list and its findings into `records`; where to go on, or null after the last region. */
async function readOnce(
  place: Place,
  at: Cursor,
  to: number,
  records: Uint8Array[],
): Promise<Cursor | null> {
  const { regions } = place.context.settings;
  const nextRegion = regions[regions.indexOf(place.region) + 1];
  const afterRegion = (): Cursor | null =>
    nextRegion === undefined ? null : { ...at, region: nextRegion, detector: null, token: null };
  let { detector } = at;
  let others: readonly string[] | null = null;
  if (detector === null) {
    others = await listDetectors(place);
    detector = others[0] ?? null;
    if (detector === null) return afterRegion();
  }
  const asked = { detector, from: at.from, to, token: at.token };
  const listed = await listFindings(place, asked).catch((error: unknown) => {
    const isStale = error instanceof ConnectorFailure && error.kind === 'settings';
    if (isStale && at.token !== null && at.again < MOST_AGAIN) return null;
    throw error;
  });
  if (listed === null) return { ...at, token: null, again: at.again + 1 };
  const { ids, token } = listed;
  if (ids.length > 0) records.push(...(await getFindings(place, detector, ids)));
  if (token !== null) return { ...at, detector, token };
  others ??= await listDetectors(place);
  const nextDetector = others.find((id) => id > (detector ?? ''));
  return nextDetector === undefined
    ? afterRegion()
    : { ...at, detector: nextDetector, token: null };
}
