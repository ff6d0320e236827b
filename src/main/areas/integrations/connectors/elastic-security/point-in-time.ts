import { isObject } from '../../../../platform/records/json-record.ts';
import { type ConnectorContext, ConnectorFailure } from '../../connector.types.ts';
import { type ElasticSettings, headersOf, indicesOf, isOpenSearch } from './settings.ts';

/** Longer than a page takes (its answer has two minutes); the engine forgets it by itself after that. */
const KEEP_ALIVE = '3m';

/**
 * A view of the indexes that stands still while a page is read from it. Elasticsearch: "Open a point
 * in time"; OpenSearch: "Point in time", whose address and names differ. Closed after every page, so
 * that nothing stays open at the source between two runs.
 */
interface PointInTime {
  readonly id: string;
  close(): Promise<void>;
}

export async function openPointInTime(
  context: ConnectorContext<ElasticSettings>,
): Promise<PointInTime> {
  const { settings, http } = context;
  const isOpen = isOpenSearch(settings);
  const headers = headersOf(context);
  const place = isOpen ? '_search/point_in_time' : '_pit';
  const query = `keep_alive=${KEEP_ALIVE}${isOpen ? '' : '&ignore_unavailable=true'}`;
  const { body } = await http.json({
    method: 'POST',
    url: `${settings.address}/${indicesOf(settings)}/${place}?${query}`,
    headers,
    why: 'a view of the alerts that stands still',
  });
  const id = isObject(body) ? body[isOpen ? 'pit_id' : 'id'] : null;
  if (typeof id !== 'string' || id === '') {
    throw new ConnectorFailure(
      'answer',
      'The server opened no point in time. Check the search engine in the settings.',
    );
  }
  return {
    id,
    async close() {
      const question = {
        method: 'DELETE',
        url: `${settings.address}/${isOpen ? '_search/point_in_time' : '_pit'}`,
        headers,
        body: isOpen ? { pit_id: [id] } : { id },
        why: 'close the view',
        expects: [404],
      } as const;
      // It ends by itself: what could not be closed is no reason to fail.
      await http.json(question).catch(() => undefined);
    },
  };
}

export function searchBody(
  settings: ElasticSettings,
  input: {
    readonly pit: string;
    readonly fromMs: number;
    readonly size: number;
    readonly after: readonly unknown[] | null;
    readonly preset: {
      readonly timeField: string;
      readonly must?: object;
      readonly mustNot?: object;
    };
  },
): object {
  const { timeField, must, mustNot } = input.preset;
  const isOpen = isOpenSearch(settings);
  const range = {
    range: { [timeField]: { gte: Math.floor(input.fromMs), format: 'epoch_millis' } },
  };
  const words = { query_string: { query: settings.filter, allow_leading_wildcard: false } };
  const time = { order: 'asc', unmapped_type: 'date' };
  // Nanoseconds as a number would be rounded on their way back: as text they stay what they are.
  const exact = isOpen ? time : { ...time, format: 'strict_date_optional_time_nanos' };
  return {
    size: input.size,
    pit: { id: input.pit, keep_alive: KEEP_ALIVE },
    track_total_hits: false,
    query: {
      bool: {
        filter: [range, ...(must ? [must] : []), ...(settings.filter === '' ? [] : [words])],
        ...(mustNot ? { must_not: [mustNot] } : {}),
      },
    },
    sort: [{ [timeField]: exact }, isOpen ? { _id: { order: 'asc' } } : { _shard_doc: 'asc' }],
    ...(input.after === null ? {} : { search_after: input.after }),
  };
}
