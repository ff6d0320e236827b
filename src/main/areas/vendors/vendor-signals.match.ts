/** One step of the matching: some new alerts or indicators, or one vendor's new terms. */
import { domainToASCII } from 'node:url';
import { BROAD_SIGNAL } from '../../../shared/areas/vendors/reassessments.rules.ts';
import {
  createMatcher,
  type Matcher,
  type VendorTerms,
} from '../../../shared/areas/vendors/vendor-signals.rules.ts';
import { DAY_MS } from '../../../shared/kernel/time.ts';
import type { Database } from '../../db/database.ts';
import { actsOfItsOwn } from '../../db/own-accord.ts';
import {
  changedTerms,
  keepPlace,
  pastCandidates,
  readNewThings,
  readPlaces,
  readTerms,
  rememberTerms,
  SIGNAL_SOURCES,
  type SignalSource,
  type SignalThing,
} from './vendor-signals.store.ts';
import { type NewSignal, type RecordDeps, recordSignals } from './vendor-signals-record.store.ts';

export interface MatchDeps extends RecordDeps {
  readonly db: Database;
}

const CALLER = { actor: null, origin: 'system', action: 'vendors.match-signals' } as const;
/** How far back new terms are looked for, and how many past alerts a term. */
const PAST_DAYS = 90;
const PAST_ALERTS = 500;

const matcherOf = (terms: readonly VendorTerms[]): Matcher => createMatcher(terms, domainToASCII);

export const readMatcher = (db: Database): Matcher =>
  matcherOf(db.read('vendors.terms', readTerms));

function signalsOf(matcher: Matcher, things: readonly SignalThing[]): NewSignal[] {
  return things.flatMap(({ thing, id, severity, texts }) => {
    const matches = matcher.match(texts);
    const isBroad = matches.length > BROAD_SIGNAL;
    return matches.map((match) => ({ ...match, thing, thingId: id, severity, isBroad }));
  });
}

/**
 * The next `limit` of a source. The place moves in the transaction that records what was found, and
 * only from where it was: a process that dies between repeats nothing and leaves nothing out, and
 * two that run side by side count nothing twice. Returns how many are left.
 */
export function matchNext(
  { db, ...deps }: MatchDeps,
  matcher: Matcher,
  source: SignalSource,
  limit: number,
): number {
  if (!db.read('vendors.own', actsOfItsOwn)) return 0;
  const { place: after, last } = db.read('vendors.matchPlace', (reader) =>
    readPlaces(reader, source),
  );
  if (after >= last) return 0;
  const { things, place } = db.read('vendors.matchRead', (reader) =>
    readNewThings(reader, source, { after, limit }),
  );
  const signals = signalsOf(matcher, things);
  db.write(CALLER, (tx) => {
    if (readPlaces(tx, source).place !== after) return;
    keepPlace(tx, source, place);
    recordSignals(tx, deps, signals);
  });
  return last - place;
}

/** Nobody can be touched: everything that is there counts as looked at. */
export function passOver({ db }: Pick<MatchDeps, 'db'>): void {
  const behind = SIGNAL_SOURCES.filter((source) => {
    const { place, last } = db.read('vendors.matchPlace', (reader) => readPlaces(reader, source));
    return place < last;
  });
  if (behind.length === 0) return;
  db.write(CALLER, (tx) => {
    for (const source of behind) keepPlace(tx, source, readPlaces(tx, source).last);
  });
}

/** Looks through the past for what vendors were newly given; returns whether there is more to do. */
export function matchPast({ db, ...deps }: MatchDeps, now: number, limit: number): boolean {
  if (!db.read('vendors.own', actsOfItsOwn)) return false;
  const changed = db.read('vendors.changedTerms', (reader) => changedTerms(reader, limit));
  for (const { vendorId, now: terms, added } of changed) {
    const signals = db.read('vendors.matchPast', (reader) => {
      const upTo = readPlaces(reader, 'alerts').place;
      const since = now - PAST_DAYS * DAY_MS;
      const window = { upTo, since, limit: PAST_ALERTS };
      return signalsOf(matcherOf([added]), pastCandidates(reader, added, window));
    });
    db.write(CALLER, (tx) => {
      rememberTerms(tx, vendorId, terms);
      recordSignals(tx, deps, signals);
    });
  }
  return changed.length === limit;
}
