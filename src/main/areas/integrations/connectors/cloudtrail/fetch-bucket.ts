import { z } from 'zod';
import type { ConnectorContext, ConnectorPage } from '../../connector.types.ts';
import { credentialsOf } from '../aws/assume-role.ts';
import { readCursor } from '../kit/cursor.ts';
import { firstMoment, LATE_MS, writeCursor } from '../shared/cursor.ts';
import { type Bucket, getObject, listObjects, type TrailObject } from './s3-api.ts';
import type { BucketSettings } from './settings.ts';
import { daysOf, streamsOf } from './streams.ts';
import { recordsOfFile, takeFrom } from './trail-file.ts';

/**
 * A window of times at which S3 took the files (LastModified), not of their names: a file that comes
 * late has a name before those that are read already. Its keys are read account by account, region by
 * region, day by day. The next window reaches back, and records are known by their eventID.
 */
const cursorSchema = z.object({
  from: z.number(),
  /** Null between two windows. */
  to: z.number().nullable(),
  stream: z.string().nullable(),
  day: z.string().nullable(),
  /** The last key that was read whole. */
  after: z.string().nullable(),
  /** Records of `file`, the one behind it, that were taken. */
  skip: z.number().int().min(0),
  file: z.string().nullable(),
});
type Cursor = z.infer<typeof cursorSchema>;

/** Of one call: then it hands over what it has, so that a run can be stopped and goes on there. */
const MOST_CALLS = 300;
/** LastModified is told in whole seconds. */
const SECOND_MS = 1_000;

const between = (from: number): Cursor => ({
  from,
  to: null,
  stream: null,
  day: null,
  after: null,
  skip: 0,
  file: null,
});

export async function fetchBucket(
  context: ConnectorContext<BucketSettings>,
  text: string | null,
): Promise<ConnectorPage> {
  const { settings } = context;
  const start =
    readCursor(cursorSchema, text) ?? between(firstMoment(context.now(), settings.sinceDays));
  const to = start.to ?? Math.max(context.now(), start.from);
  const bucket = { context, credentials: await credentialsOf(context, settings.region) };
  const reader = new WindowReader(bucket, { ...start, to }, to);
  const isDone = await reader.read();
  if (!isDone) return { records: reader.records, cursor: writeCursor(reader.at), hasMore: true };
  const from = Math.max(start.from, to - LATE_MS);
  return { records: reader.records, cursor: writeCursor(between(from)), hasMore: false };
}

class WindowReader {
  readonly records: Uint8Array[] = [];
  at: Cursor;
  #calls = 0;
  readonly #bucket: Bucket;
  readonly #to: number;

  constructor(bucket: Bucket, at: Cursor, to: number) {
    this.#bucket = bucket;
    this.at = at;
    this.#to = to;
  }

  /** Whether the window came to its end. */
  async read(): Promise<boolean> {
    const begin = this.at;
    for (const stream of await streamsOf(this.#bucket, begin.stream)) {
      for (const day of daysOf(begin.from, this.#to)) {
        const isSame = stream === begin.stream;
        if (isSame && begin.day !== null && day < begin.day) continue;
        const isHere = isSame && day === begin.day;
        this.at = isHere ? begin : { ...begin, stream, day, after: null, skip: 0, file: null };
        if (!(await this.#readDay(`${stream}${day}/`))) return false;
      }
    }
    return true;
  }

  async #readDay(prefix: string): Promise<boolean> {
    for (;;) {
      if (this.#isFull()) return false;
      this.#calls++;
      const { objects, isCut } = await listObjects(this.#bucket, {
        prefix,
        after: this.at.after,
        isFlat: true,
      });
      for (const object of objects) {
        if (this.#isWanted(object) && !(await this.#readObject(object.key))) return false;
        this.at = { ...this.at, after: object.key, skip: 0, file: null };
      }
      if (!isCut || objects.length === 0) return true;
    }
  }

  #isWanted({ key, modified }: TrailObject): boolean {
    const isInside = modified >= this.at.from - SECOND_MS && modified <= this.#to;
    return isInside && /\.json(?:\.gz)?$/.test(key);
  }

  /** False where there was no room for all of it. */
  async #readObject(key: string): Promise<boolean> {
    if (this.#isFull()) return false;
    this.#calls++;
    const found = await recordsOfFile(key, await getObject(this.#bucket, key));
    const room = this.#bucket.context.batchSize - this.records.length;
    const skip = key === this.at.file ? this.at.skip : 0;
    const taken = takeFrom(found, skip, room, this.records);
    if (taken === null) return true;
    this.at = { ...this.at, skip: taken, file: key };
    return false;
  }

  #isFull(): boolean {
    return this.#calls >= MOST_CALLS || this.records.length >= this.#bucket.context.batchSize;
  }
}
