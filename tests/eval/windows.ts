/**
 * What wider windows of repeats would give, on the groups of one file: how many groups are left, and how
 * many of them hold an attack together with benign repeats. Wider ones are quarters of an hour put
 * together, as the product's keys would.
 */
import type { EvalGroup, EvalSet } from './alert-file.ts';

const QUARTERS = [1, 2, 4, 8, 16] as const;

export interface WindowFigures {
  readonly minutes: number;
  readonly groups: number;
  readonly reduction: number;
  readonly mixedShare: number;
}

interface Wide {
  repeats: number;
  attacks: number;
}

const attacksIn = ({ attacks }: EvalGroup): number =>
  [...attacks.values()].reduce((sum, count) => sum + count, 0);

export function windowFigures({ groups, alerts }: Pick<EvalSet, 'groups' | 'alerts'>) {
  return QUARTERS.map((quarters): WindowFigures => {
    const wide = new Map<string, Wide>();
    for (const group of groups) {
      const principal = group.host ?? group.address;
      const window = Math.floor(group.window / quarters);
      const key = JSON.stringify([group.source, group.detector, principal, window]);
      const one = wide.get(key) ?? { repeats: 0, attacks: 0 };
      one.repeats += group.repeats;
      one.attacks += attacksIn(group);
      wide.set(key, one);
    }
    const mixed = [...wide.values()].filter(
      ({ repeats, attacks }) => attacks > 0 && attacks < repeats,
    ).length;
    return {
      minutes: 15 * quarters,
      groups: wide.size,
      reduction: 1 - wide.size / alerts,
      mixedShare: mixed / wide.size,
    };
  });
}
