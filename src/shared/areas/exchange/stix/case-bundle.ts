/** A case, or a set of indicators, as a bundle of STIX 2.1. */
import { toIso } from '../../../kernel/time.ts';
import { TLPS, type Tlp } from '../../forensics/indicators/life.ts';
import { toBundle } from '../../forensics/indicators/stix/bundle.ts';
import type { ExchangeCase, ShownIndicator } from '../case.types.ts';
import { type Counted, Tally } from '../tally.ts';
import type { StixPorts } from './ids.ts';
import { linkedObjects } from './kept-objects.ts';
import { markingOf, TLP_IDS } from './markings.ts';
import { observationOf } from './observations.ts';
import { techniqueObjects, techniqueStixId } from './techniques.ts';

type StixObject = Record<string, unknown> & { readonly id?: unknown };

export interface StixBundle {
  readonly bundle: { type: 'bundle'; id: string; objects: StixObject[] };
  readonly losses: readonly Counted[];
}

/** @param isWhole Everything that is kept of others goes too, linked or not. */
export function caseBundle(given: ExchangeCase, ports: StixPorts, isWhole = false): StixBundle {
  const losses = new Tally();
  const objects = new Map<string, StixObject>();
  const add = (object: StixObject) => objects.set(String(object.id), object);
  const author = authorOf(given, ports);
  add(author);
  const indicatorIds = addIndicators(given, ports, add);
  const observed = addObservations(given, { author: author.id, ports, add, losses });
  const at = toIso(given.createdAt);
  for (const technique of given.techniques)
    for (const object of techniqueObjects(technique, { author: author.id, at }, ports)) add(object);
  addSightings(given, { author: author.id, ports, add, observed, indicatorIds });
  addKept(given, { objects, add, losses, isWhole });
  if (given.kind !== 'indicators') addContainer(given, { author: author.id, ports, objects, add });
  if (given.alertsLeftOut > 0)
    losses.add('alerts beyond the 2,000 of a bundle', null, given.alertsLeftOut);
  const id = `bundle--${ports.ownId(`bundle ${given.kind} ${given.id} ${given.updatedAt}`)}`;
  return { bundle: { type: 'bundle', id, objects: [...objects.values()] }, losses: losses.list() };
}

function authorOf({ author, createdAt }: ExchangeCase, { ownId }: StixPorts) {
  const at = toIso(createdAt);
  return {
    ...{ type: 'identity', spec_version: '2.1', id: `identity--${ownId(`author ${author.id}`)}` },
    ...{ created: at, modified: at, name: author.name, identity_class: 'organization' },
  };
}

/** Rows that came from an object of others leave as that object. @returns identifiers by row. */
function addIndicators(
  { indicators, relations, kept }: ExchangeCase,
  { ownId }: StixPorts,
  add: (object: StixObject) => void,
): ReadonlyMap<string, string> {
  const originOf = (one: ShownIndicator) =>
    one.originId !== null && kept.has(one.originId) ? one.originId : null;
  const ids = new Map<string, string>();
  for (const one of indicators) {
    const origin = originOf(one);
    if (origin !== null) ids.set(one.id, origin);
  }
  const named = indicators.map((one) => ({ ...one, stixId: ids.get(one.id) ?? one.stixId }));
  const made = toBundle(named, relations, ownId).objects as StixObject[];
  for (const object of made) {
    const original = kept.get(String(object.id));
    if (!original) add(object);
    else add({ ...original.object, ...(isRevoked(named, original.id) ? { revoked: true } : {}) });
  }
  for (const one of named)
    if (!ids.has(one.id)) ids.set(one.id, one.stixId ?? `indicator--${ownId(one.id)}`);
  return ids;
}

const isRevoked = (rows: readonly ShownIndicator[], id: string): boolean => {
  const own = rows.filter(({ stixId }) => stixId === id);
  return own.length > 0 && own.every(({ isActive }) => !isActive);
};

interface Adding {
  readonly author: string;
  readonly ports: StixPorts;
  readonly add: (object: StixObject) => void;
}

/** @returns the observed data of each alert that has some. */
function addObservations(
  { alerts }: ExchangeCase,
  { author, ports, add, losses }: Adding & { losses: Tally },
): ReadonlyMap<string, string> {
  const observed = new Map<string, string>();
  for (const alert of alerts) {
    const observation = observationOf(alert, author, ports);
    if (observation.system) add(observation.system);
    if (observation.observedData === null) {
      losses.add('alert that names no address, account or domain', alert.id);
      continue;
    }
    for (const one of observation.observables) add(one);
    add(observation.observedData);
    observed.set(alert.id, String(observation.observedData.id));
  }
  if (alerts.length > 0)
    losses.add('raw records of alerts (our own package has them)', null, alerts.length);
  if (alerts.some(({ description }) => description !== ''))
    losses.add('descriptions of alerts', null, alerts.length);
  return observed;
}

function addSightings(
  { alerts, techniques, sightings, createdAt }: ExchangeCase,
  {
    author,
    ports,
    add,
    observed,
    indicatorIds,
  }: Adding & {
    observed: ReadonlyMap<string, string>;
    indicatorIds: ReadonlyMap<string, string>;
  },
): void {
  const at = toIso(createdAt);
  const head = { spec_version: '2.1', created_by_ref: author, created: at, modified: at };
  for (const { id } of techniques) {
    const own = alerts.filter((alert) => alert.techniques.includes(id));
    const times = own.map(({ createdAt: seen }) => seen).sort();
    const refs = own.flatMap((alert) => observed.get(alert.id) ?? []);
    const [first, last] = [times[0], times.at(-1)];
    if (first === undefined || last === undefined) continue;
    add({
      ...{ type: 'sighting', id: `sighting--${ports.ownId(`seen ${id} ${first}`)}`, ...head },
      ...{ first_seen: first, last_seen: last, count: own.length },
      sighting_of_ref: techniqueStixId(id, ports),
      where_sighted_refs: [author],
      ...(refs.length === 0 ? {} : { observed_data_refs: refs }),
    });
  }
  for (const { indicatorId, first, last, n } of sightings) {
    const ref = indicatorIds.get(indicatorId);
    if (ref === undefined) continue;
    add({
      ...{ type: 'sighting', id: `sighting--${ports.ownId(`seen ${indicatorId}`)}`, ...head },
      ...{ first_seen: toIso(first), last_seen: toIso(last), count: n },
      ...{ sighting_of_ref: ref, where_sighted_refs: [author] },
    });
  }
}

function addKept(
  { kept, kind }: ExchangeCase,
  {
    objects,
    add,
    losses,
    isWhole,
  }: {
    objects: ReadonlyMap<string, StixObject>;
    add: (object: StixObject) => void;
    losses: Tally;
    isWhole: boolean;
  },
): void {
  const seeds = isWhole && kind === 'indicators' ? null : new Set(objects.keys());
  const linked = linkedObjects(kept, seeds);
  for (const { id, object } of linked.objects) if (!objects.has(id)) add({ ...object });
  if (linked.leftOut > 0)
    losses.add('objects of others beyond the 20,000 of a bundle', null, linked.leftOut);
}

/** A closed investigation is a report; everything else a grouping. */
function addContainer(
  given: ExchangeCase,
  { author, ports, objects, add }: Adding & { objects: ReadonlyMap<string, StixObject> },
): void {
  const refs = [...objects.keys()].filter((id) => !id.startsWith('marking-definition--'));
  const isReport = given.kind === 'investigation' && given.verdict !== null;
  const type = isReport ? 'report' : 'grouping';
  const [created, modified] = [toIso(given.createdAt), toIso(given.updatedAt)];
  const id = `${type}--${ports.ownId(`${given.kind} ${given.id}`)}`;
  const tlp = strictest(given.indicators);
  if (tlp !== null && !objects.has(TLP_IDS[tlp])) add(markingOf(tlp));
  const marked = tlp === null ? {} : { object_marking_refs: [TLP_IDS[tlp]] };
  add({
    ...{ type, spec_version: '2.1', id, created_by_ref: author, created, modified },
    name: given.title,
    ...(given.description ? { description: given.description } : {}),
    ...(isReport
      ? { report_types: ['threat-report'], published: modified }
      : { context: 'suspicious-activity' }),
    ...marked,
    object_refs: refs,
    ...(given.severity === null ? {} : { x_watchfloor_severity: given.severity }),
    ...(given.verdict === null ? {} : { x_watchfloor_verdict: given.verdict }),
  });
  for (const note of given.notes) {
    const at = toIso(note.at);
    add({
      ...{ type: 'note', spec_version: '2.1', id: `note--${ports.ownId(`note ${note.id}`)}` },
      ...{ created_by_ref: author, created: at, modified: at, ...marked },
      ...{ content: note.text, object_refs: [id] },
    });
  }
}

const strictest = (indicators: readonly ShownIndicator[]): Tlp | null =>
  [...TLPS].reverse().find((tlp) => indicators.some((one) => one.tlp === tlp)) ?? null;
