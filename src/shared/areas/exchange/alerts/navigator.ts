/** Techniques of alerts as a layer of the ATT&CK Navigator, layer format 4.5. */
import type { AttackPort } from './attack.types.ts';

const LAYER = '4.5';
/** The Navigator that this format came with. */
const NAVIGATOR = '5.1.0';

export interface TechniqueCount {
  readonly id: string;
  /** Alerts that name it. */
  readonly n: number;
  /** ISO */
  readonly first: string;
  readonly last: string;
}

/** Counts alerts by technique, a bounded number of techniques at once. */
export class TechniqueCounter {
  readonly #counts = new Map<string, { n: number; first: string; last: string }>();

  add(techniques: readonly string[], at: string): void {
    for (const id of new Set(techniques)) {
      const known = this.#counts.get(id);
      if (!known) this.#counts.set(id, { n: 1, first: at, last: at });
      else {
        known.n++;
        if (at < known.first) known.first = at;
        if (at > known.last) known.last = at;
      }
    }
  }

  list(): TechniqueCount[] {
    return [...this.#counts]
      .map(([id, count]) => ({ id, ...count }))
      .sort((a, b) => b.n - a.n || (a.id < b.id ? -1 : 1));
  }
}

export interface NavigatorSubject {
  readonly name: string;
  readonly description: string;
  /** All alerts that were looked at. */
  readonly alerts: number;
}

const TECHNIQUE = /^T\d{4}(?:\.\d{3})?$/;

/** What of `counts` is no technique of the standard's form is left out: `unknown`. */
export function navigatorLayer(
  subject: NavigatorSubject,
  counts: readonly TechniqueCount[],
  attack: AttackPort,
): { readonly layer: Record<string, unknown>; readonly unknown: readonly TechniqueCount[] } {
  const shown = counts.filter(({ id }) => TECHNIQUE.test(id));
  const most = Math.max(1, ...shown.map(({ n }) => n));
  const layer = {
    name: subject.name,
    versions: { attack: attack.version, navigator: NAVIGATOR, layer: LAYER },
    domain: 'enterprise-attack',
    description: subject.description,
    sorting: 3,
    hideDisabled: false,
    techniques: shown.map(({ id, n, first, last }) => ({
      techniqueID: id,
      score: n,
      comment: n === 1 ? `1 alert, ${first}` : `${n} alerts, ${first} to ${last}`,
      enabled: true,
      metadata: [
        { name: 'first seen', value: first },
        { name: 'last seen', value: last },
      ],
      showSubtechniques: shown.some((other) => other.id.startsWith(`${id}.`)),
    })),
    gradient: { colors: ['#ffffff', '#f2a65a', '#b3261e'], minValue: 0, maxValue: most },
    legendItems: [],
    metadata: [{ name: 'alerts', value: String(subject.alerts) }],
    showTacticRowBackground: false,
    selectTechniquesAcrossTactics: true,
    selectSubtechniquesWithParent: false,
  };
  return { layer, unknown: counts.filter(({ id }) => !TECHNIQUE.test(id)) };
}
