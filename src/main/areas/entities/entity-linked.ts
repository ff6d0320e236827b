/** Everything that is linked with an entity, each list with how many there are. */
import type {
  EntityKind,
  EntityLinks,
  EntityRef,
} from '../../../shared/areas/entities/entities.contract.ts';
import type { ReadDb } from '../../db/database.ts';
import { countAlerts, newestAlerts } from './entities.store.ts';
import { type EntityRow, findEntity, names } from './entity-alerts.store.ts';
import {
  GROUPS_LOOKED_AT,
  incidentsOf,
  indicatorsOf,
  investigationsNaming,
  investigationsOf,
  newestGroups,
  seenTogether,
  vendorLinks,
} from './entity-links.store.ts';
import { rulesNaming } from './entity-rules.ts';

/** Newest alerts by which investigations and vendors are found. */
const ALERTS_FOLLOWED = 50;

export interface AskedLinks {
  readonly kind: EntityKind;
  /** As values are compared, and as it was asked for. */
  readonly value: string;
  readonly typed: EntityRef['value'];
  /** Vendors whose it is, with the term that says so. */
  readonly owners: ReadonlyMap<string, string>;
  readonly limit: number;
}

export function readLinks(db: ReadDb, asked: AskedLinks): EntityLinks {
  const { kind, value, limit } = asked;
  const entity = findEntity(db, kind, value);
  const alerts = entity ? newestAlerts(db, entity, ALERTS_FOLLOWED) : [];
  const alertIds = alerts.map(({ id }) => id);
  const { spellings } = countAlerts(entity ?? nothing(kind, value), alerts);
  const incidents = entity ? incidentsOf(db, entity.id) : [];
  const together = entity ? seenTogether(db, entity.id, limit) : { rows: [], n: 0 };
  const indicators = indicatorsOf(db, [...new Set([value, asked.typed, ...spellings])], limit);
  const investigations = investigationsOf(
    db,
    {
      ids: [
        ...indicators.rows.flatMap(({ investigationId }) => investigationId ?? []),
        ...(entity ? investigationsAbout(db, entity) : []),
      ],
      incidents: [...incidents.map(({ id }) => id), ...alertIds],
    },
    limit,
  );
  const areAll = (entity?.alerts ?? 0) <= ALERTS_FOLLOWED;
  const vendors = vendorLinks(db, asked.owners, { alertIds, areAll }, limit);
  const suppressions = rulesNaming(db, { kind, value }, limit);
  const groups = entity?.groups ?? 0;
  const isMore = groups > GROUPS_LOOKED_AT;
  return {
    groups: entity ? newestGroups(db, entity.id, limit) : [],
    incidents: incidents.slice(0, limit),
    together: together.rows,
    ofGroups: { n: Math.min(groups, GROUPS_LOOKED_AT), isMore },
    indicators: indicators.rows.map(({ investigationId, ...indicator }) => indicator),
    investigations: [...investigations.rows],
    vendors: [...vendors.rows],
    suppressions: [...suppressions.rows],
    totals: {
      groups: { n: groups, isMore: false },
      incidents: { n: incidents.length, isMore },
      together: { n: together.n, isMore },
      indicators: indicators.total,
      investigations: investigations.total,
      vendors: vendors.total,
      suppressions: suppressions.total,
    },
  };
}

function investigationsAbout(db: ReadDb, entity: EntityRow): string[] {
  return investigationsNaming(db, entity.id)
    .filter(
      ({ alertSeq, isDoubtful }) => alertSeq === null || !isDoubtful || names(db, alertSeq, entity),
    )
    .map(({ id }) => id);
}

const nothing = (kind: EntityKind, value: string): EntityRow => ({
  ...{ id: 0, kind, value, alerts: 0, groups: 0, first_seen: 0, last_seen: 0 },
});
