import {
  ENTITY_KINDS,
  type KnownEntity,
} from '../../../shared/areas/entities/entities.contract.ts';
import type { Database } from '../../db/database.ts';
import { entitiesBeginning } from './entities.store.ts';

export type EntitySuggester = (typed: string, limit: number) => readonly KnownEntity[];

/** A single letter is the beginning of too much. */
const TYPED_MIN = 2;

/** Entities whose value begins with one typed word; the most frequent first. */
export function createEntitySuggester(db: Database): EntitySuggester {
  return (typed, limit) => {
    const start = typed.trim().toLowerCase().replaceAll('[.]', '.').replaceAll('[@]', '@');
    if (start.length < TYPED_MIN || /\s/.test(start)) return [];
    return db.read('entities.suggest', (reader) =>
      entitiesBeginning(reader, ENTITY_KINDS, start, limit)
        .sort(
          (a, b) => Number(b.value === start) - Number(a.value === start) || b.alerts - a.alerts,
        )
        .slice(0, limit),
    );
  };
}
