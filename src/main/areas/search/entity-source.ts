import {
  CRITICALITY_LABELS,
  ENTITY_KIND_LABELS,
  entityLink,
} from '../../../shared/areas/entities/entities.rules.ts';
import type { EntitySuggester } from '../entities/entity-suggest.ts';
import type { SearchSource } from './search.service.ts';

/** Entities that begin with what is typed, as results that open their page. */
export function createEntitySource(suggest: EntitySuggester): SearchSource {
  return ({ typed, limit }) => {
    const found = suggest(typed, limit);
    return {
      // How many begin so is not counted: there may be a network of them.
      total: found.length < limit ? found.length : null,
      items: found.map(({ kind, value, alerts, lastSeen, criticality }) => ({
        id: `${kind} ${value}`,
        title: value,
        detail: [
          ENTITY_KIND_LABELS[kind],
          alerts === 1 ? '1 alert' : `${alerts.toLocaleString('en')} alerts`,
          ...(criticality === 'NORMAL' ? [] : [CRITICALITY_LABELS[criticality]]),
        ].join(' · '),
        link: entityLink(kind, value),
        ...(lastSeen === null ? {} : { at: lastSeen }),
      })),
    };
  };
}
