/** Controls that a departure from watching certain techniques is likely an exception of. */

import type { ControlStatus } from '../../../shared/areas/compliance/compliance.rules.ts';
import { measuresOf } from '../../../shared/areas/compliance/soc-proof.rules.ts';
import type { ReadDb } from '../../db/database.ts';
import { readClaims } from './challenges.store.ts';
import type { CrosswalkGraph } from './crosswalk-graph.ts';
import { indexPlaces, threatsOfControls } from './threat-controls.ts';
import type { ThreatTable } from './threat-table.ts';

const SUGGESTED = 20;

export interface SuggestedControl {
  readonly id: string;
  readonly ref: string;
  readonly title: string;
  readonly framework: string;
  readonly why: string;
}

/** Controls that should stop one technique: themselves, or by what they are linked to; by framework. */
export function controlsAgainst(
  db: ReadDb,
  deps: { readonly graph: CrosswalkGraph; readonly table: ThreatTable },
  technique: string,
): (Omit<SuggestedControl, 'why'> & { readonly status: ControlStatus })[] {
  const claims = readClaims(db);
  const places = indexPlaces(claims);
  const threats = threatsOfControls(db, { ...deps, places }, [{ id: technique, alerts: 1 }]);
  const shareOf = (id: string) => threats.get(id)?.[0]?.share ?? 0;
  return claims
    .filter(({ id }) => shareOf(id) > 0)
    .sort((a, b) => shareOf(b.id) - shareOf(a.id))
    .map(({ id, ref, title, framework, status }) => ({ id, ref, title, framework, status }));
}

/** Of frameworks that the product does not know, a control on watching says so in its title. */
const ABOUT_WATCHING = /\b(?:monitor\w*|detect\w*|logging|logs?|alert\w*|events?)\b/i;

/**
 * Those that watch the queue and stop the techniques, then those that do one of both. Where none does, all
 * there are, as far as they are offered, without a reason.
 */
export function suggestControls(
  db: ReadDb,
  deps: { readonly graph: CrosswalkGraph; readonly table: ThreatTable },
  techniques: readonly string[],
): SuggestedControl[] {
  const claims = readClaims(db);
  const counts = techniques.map((id) => ({ id, alerts: 1 }));
  const threats =
    counts.length === 0
      ? new Map()
      : threatsOfControls(db, { ...deps, places: indexPlaces(claims) }, counts);
  const weighed = claims.map((claim) => {
    const isWatching = measuresOf(claim.pack, claim.ref) !== null;
    const isNamedSo = !isWatching && ABOUT_WATCHING.test(claim.title);
    const against = (threats.get(claim.id) ?? []) as { readonly id: string }[];
    const points =
      (isWatching ? 2 : 0) +
      (isNamedSo ? 1 : 0) +
      against.length * 2 +
      (against.length > 0 ? 1 : 0);
    const ids = against.map(({ id }) => id).join(', ');
    const why = [
      isWatching ? 'Watches alerts' : isNamedSo ? 'About monitoring' : '',
      ids === '' ? '' : `Against ${ids}`,
    ];
    return { claim, points, why: why.filter(Boolean).join(' · ') };
  });
  const fitting = weighed.filter(({ points }) => points > 0);
  return (fitting.length > 0 ? fitting : weighed)
    .sort((a, b) => b.points - a.points)
    .slice(0, SUGGESTED)
    .map(({ claim: { id, ref, title, framework }, why }) => ({ id, ref, title, framework, why }));
}
