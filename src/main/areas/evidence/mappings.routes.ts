import { mappingsContract } from '../../../shared/areas/evidence/mappings.contract.ts';
import type { Database } from '../../db/database.ts';
import { fromCursor, toCursor } from '../../http/list-cursor.ts';
import { page, type Route, route } from '../../http/route.ts';
import type { Clock } from '../../platform/clock.ts';
import {
  listMappedControls,
  listUnlinked,
  type MappingPlace,
  mappingSummary,
} from './mappings.store.ts';

const PLACE = ['string', 'string', 'number', 'string', 'string'] as const;

function placeFrom(cursor: string | undefined): MappingPlace | null {
  if (cursor === undefined) return null;
  const [framework, frameworkId, position, controlId, id] = fromCursor(cursor, PLACE);
  return { framework, frameworkId, position, controlId, id };
}

export function mappingRoutes(db: Database, clock: Clock): Route[] {
  return [
    route(mappingsContract.controls, ({ query }) => {
      const after = placeFrom(query.cursor);
      const { controls, total, next } = db.read('evidence.mappings', (reader) =>
        listMappedControls(reader, query, { after, limit: query.limit, now: clock.now() }),
      );
      const cursor = next && [
        next.framework,
        next.frameworkId,
        next.position,
        next.controlId,
        next.id,
      ];
      return page(controls, total, cursor && toCursor(cursor));
    }),
    route(mappingsContract.summary, () =>
      db.read('evidence.mappingSummary', (reader) => mappingSummary(reader, clock.now())),
    ),
    route(mappingsContract.unlinked, ({ query }) => {
      const place = query.cursor ? fromCursor(query.cursor, ['number', 'string']) : null;
      const after = place && { createdAt: place[0], id: place[1] };
      const { evidence, next } = db.read('evidence.unlinked', (reader) =>
        listUnlinked(reader, { after, limit: query.limit }),
      );
      return page(evidence, null, next && toCursor(next));
    }),
  ];
}
