/**
 * Searches the areas whose records fit in memory: what is known of an area is read and folded once
 * and dropped when its table changes, so that a keystroke reads nothing.
 */
import type { SearchItem } from '../../../shared/areas/search/search.contract.ts';
import { type FoldedText, foldText, rankedBy } from '../../../shared/areas/search/search.rules.ts';
import type { ServerEvent } from '../../../shared/contract/events.ts';
import {
  RECORD_TABLES,
  RECORDS_MAX,
  type RecordArea,
  type RecordReader,
  type SearchRecord,
} from './records.store.ts';
import type { SearchSource } from './search.service.ts';

/** The address that shows a record of an area: the record itself where its screen can open it. */
const LINKS: Record<RecordArea, (id: string) => string> = {
  investigations: (id) => `/forensics?investigation=${id}`,
  indicators: (id) => `/forensics?tab=iocs&ioc=${id}`,
  controls: (id) => `/compliance?tab=controls&control=${id}`,
  frameworks: (id) => `/compliance?tab=frameworks&framework=${id}`,
  risks: (id) => `/risk?risk=${id}`,
  policies: (id) => `/policies?policy=${id}`,
  evidence: (id) => `/evidence?evidence=${id}`,
  vendors: (id) => `/vendors?vendor=${id}`,
  audits: (id) => `/audits?audit=${id}`,
  integrations: () => '/integrations',
  accounts: () => '/settings/people',
};
const RECORD_AREAS = Object.keys(LINKS) as RecordArea[];

interface Known {
  readonly record: SearchRecord;
  readonly text: FoldedText;
}

export interface RecordSearch {
  readonly sources: Readonly<Record<RecordArea, SearchSource>>;
  /** Hears what changed, to forget what was known of it. */
  follow(event: ServerEvent): void;
}

/** @param viewer Whose eyes narrow what is read; null where all is read. */
export function createRecordSearch(
  read: RecordReader,
  viewer: () => string | null = () => null,
): RecordSearch {
  const known = new Map<RecordArea, Map<string | null, readonly Known[]>>();
  const recordsOf = (area: RecordArea): readonly Known[] => {
    const ofArea = known.get(area) ?? new Map<string | null, readonly Known[]>();
    known.set(area, ofArea);
    const account = viewer();
    let records = ofArea.get(account);
    if (!records) {
      records = read(area).map((record) => ({
        record,
        text: foldText(record.title, [record.detail, record.more]),
      }));
      ofArea.set(account, records);
    }
    return records;
  };
  const sourceOf =
    (area: RecordArea): SearchSource =>
    ({ words, limit }) => {
      const records = recordsOf(area);
      const found = rankedBy(words, records, ({ text }) => text);
      return {
        total: records.length < RECORDS_MAX ? found.length : null,
        items: found.slice(0, limit).map(({ record }) => toItem(area, record)),
      };
    };
  return {
    sources: Object.fromEntries(RECORD_AREAS.map((area) => [area, sourceOf(area)])) as Record<
      RecordArea,
      SearchSource
    >,
    follow(event) {
      if (event.type !== 'changed') return;
      for (const area of areasOf(event.resource)) known.delete(area);
    },
  };
}

/** What a change makes old; a control shows its framework's name. */
function areasOf(resource: string): RecordArea[] {
  if (resource === 'workspace') return RECORD_AREAS;
  return RECORD_AREAS.filter(
    (area) =>
      RECORD_TABLES[area] === resource ||
      (area === 'controls' && resource === RECORD_TABLES.frameworks) ||
      // Who may see an investigation may see what belongs to it.
      ((area === 'indicators' || area === 'evidence') && resource === RECORD_TABLES.investigations),
  );
}

function toItem(area: RecordArea, record: SearchRecord): SearchItem {
  return {
    id: record.id,
    title: record.title,
    detail: record.detail ?? '',
    link: LINKS[area](record.id),
    ...(record.severity ? { severity: record.severity } : {}),
    ...(record.status ? { status: record.status } : {}),
  };
}
