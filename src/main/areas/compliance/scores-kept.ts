/** What was made of each control of a framework: after a change, only of what changed anew. */
import { nextChange } from '../../../shared/areas/compliance/assurance.rules.ts';
import { wholeHours } from '../../../shared/areas/compliance/proof.rules.ts';
import type { PlacedProof } from './proof.store.ts';
import type { ChangedControl } from './scores-changed.store.ts';

export interface KeptDeps<Part, Whole> {
  /** The controls of a framework in its order, or these of its controls that are still there. */
  read(frameworkId: string, now: number, controlIds?: readonly string[]): readonly PlacedProof[];
  make(control: PlacedProof, now: number): Part;
  addUp(parts: readonly Part[]): Whole;
  /** Of so many frameworks, those that were asked for last. */
  readonly most: number;
}

interface KeptControl<Part> {
  readonly ref: string;
  readonly position: number;
  /** When it changes by itself: something expires or is due; null: nothing will. */
  readonly until: number | null;
  readonly part: Part;
}

interface KeptFramework<Part, Whole> {
  readonly hour: number;
  /** By id, in the framework's order. */
  readonly controls: ReadonlyMap<string, KeptControl<Part>>;
  readonly whole: Whole;
  /** The soonest of its controls'. */
  readonly until: number;
  /** Changed since. */
  readonly changed: Set<string>;
}

/** Where more than this share of a framework changed, it is read as a whole. */
const MOST_RENEWED = 1 / 4;

export interface KeptFrameworks<Whole> {
  /** What is known of it and still so; undefined where something of it must be read. */
  find(frameworkId: string, now: number): Whole | undefined;
  /** Reads what changed, or all of it. */
  renew(frameworkId: string, now: number): Whole;
  mark(changed: readonly ChangedControl[]): void;
  clear(): void;
}

export function keepFrameworks<Part, Whole>(deps: KeptDeps<Part, Whole>): KeptFrameworks<Whole> {
  type Control = KeptControl<Part>;
  type Framework = KeptFramework<Part, Whole>;
  const kept = new Map<string, Framework>();

  const made = (control: PlacedProof, now: number): Control => ({
    ref: control.ref,
    position: control.position,
    until: nextChange([control], now),
    part: deps.make(control, now),
  });

  function keep(id: string, now: number, controls: ReadonlyMap<string, Control>): Whole {
    const all = [...controls.values()];
    const framework = {
      ...{ hour: wholeHours(now), controls, changed: new Set<string>() },
      whole: deps.addUp(all.map(({ part }) => part)),
      until: all.reduce((least, { until }) => Math.min(least, until ?? least), Infinity),
    };
    kept.delete(id);
    kept.set(id, framework);
    const [oldest] = kept.keys();
    if (kept.size > deps.most && oldest !== undefined) kept.delete(oldest);
    return framework.whole;
  }

  /** Undefined where controls came, went or changed places. */
  function partly(id: string, { controls, changed }: Framework, now: number): Whole | undefined {
    const stale = new Set(changed);
    for (const [control, { until }] of controls)
      if (until !== null && until <= now) stale.add(control);
    if (stale.size > Math.max(1, controls.size * MOST_RENEWED)) return undefined;
    const found = deps.read(id, now, [...stale]);
    const isSame = ({ id: control, ref, position }: PlacedProof) => {
      const before = controls.get(control);
      return before?.ref === ref && before.position === position;
    };
    const known = [...stale].filter((control) => controls.has(control)).length;
    if (found.length !== known || !found.every(isSame)) return undefined;
    const next = new Map(controls);
    // A key that is there already keeps its place.
    for (const control of found) next.set(control.id, made(control, now));
    return keep(id, now, next);
  }

  function wholly(id: string, now: number): Whole {
    const controls = deps.read(id, now).map((one) => [one.id, made(one, now)] as const);
    return keep(id, now, new Map(controls));
  }

  const ofThisHour = (id: string, now: number): Framework | undefined => {
    const framework = kept.get(id);
    return framework?.hour === wholeHours(now) ? framework : undefined;
  };

  return {
    find(id, now) {
      const framework = ofThisHour(id, now);
      if (!framework || framework.changed.size > 0 || framework.until <= now) return undefined;
      kept.delete(id);
      kept.set(id, framework);
      return framework.whole;
    },
    renew(id, now) {
      const framework = ofThisHour(id, now);
      return (framework && partly(id, framework, now)) ?? wholly(id, now);
    },
    mark(changed) {
      for (const [frameworkId, framework] of kept)
        for (const { id, frameworkId: current } of changed)
          if (current === frameworkId || framework.controls.has(id)) framework.changed.add(id);
    },
    clear: () => kept.clear(),
  };
}
