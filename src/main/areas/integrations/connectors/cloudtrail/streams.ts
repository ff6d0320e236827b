/** How a trail lays its files in a bucket: AWSLogs/[organization/]account/CloudTrail/region/year/month/day/. */
import { DAY_MS } from '../kit/settings.ts';
import { type Bucket, listFolders } from './s3-api.ts';

const last = (prefix: string): string => prefix.split('/').at(-2) ?? '';

/** A folder for each account and region, in their order; those before `from` are left out. */
export async function streamsOf(bucket: Bucket, from: string | null): Promise<readonly string[]> {
  const { prefix } = bucket.context.settings;
  const root = `${prefix === '' ? '' : `${prefix}/`}AWSLogs/`;
  const accounts: string[] = [];
  for (const folder of await listFolders(bucket, root)) {
    if (/^\d{12}$/.test(last(folder))) accounts.push(folder);
    else if (/^o-[a-z0-9]+$/.test(last(folder)))
      accounts.push(
        ...(await listFolders(bucket, folder)).filter((one) => /^\d{12}$/.test(last(one))),
      );
  }
  const streams: string[] = [];
  for (const account of accounts.sort()) {
    const trail = `${account}CloudTrail/`;
    // All regions of an account before the one that is read now need not be listed again.
    if (from !== null && `${trail}\uffff` < from) continue;
    streams.push(...(await listFolders(bucket, trail)));
  }
  return streams.filter((stream) => from === null || stream >= from).sort();
}

/** A file may come so much later than what it tells of. */
const LATE_DAYS = 1;

/** '2026/11/22', from the day before the window to its end. */
export function daysOf(from: number, to: number): readonly string[] {
  const first = Math.floor(from / DAY_MS) - LATE_DAYS;
  const end = Math.floor(to / DAY_MS);
  return Array.from({ length: Math.max(0, end - first + 1) }, (_, at) =>
    new Date((first + at) * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '/'),
  );
}
