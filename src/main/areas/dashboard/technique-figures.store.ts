import type { TechniqueFigures } from '../../../shared/areas/dashboard/dashboard.contract.ts';
import { TECHNIQUE_DAYS } from '../../../shared/areas/dashboard/dashboard.rules.ts';
import { DAY_MS, toIso } from '../../../shared/kernel/time.ts';
import type { AttackSource } from '../../db/attack-reader.ts';
import type { Database } from '../../db/database.ts';

export function createTechniqueFiguresStore(db: Database, attack: AttackSource) {
  return {
    techniques(now: number): TechniqueFigures {
      const today = Math.floor(now / DAY_MS);
      const first = today - TECHNIQUE_DAYS + 1;
      // What lies ahead is counted with today: the list that a figure leads to has no end either.
      const { rows, names } = db.read('dashboard.techniques', (reader) => ({
        names: attack.of(reader).names,
        rows: reader.all<{ technique: string; n: number }>(
          `SELECT technique, sum(n) AS n FROM technique_counts WHERE day >= ?
           GROUP BY technique HAVING sum(n) > 0 ORDER BY n DESC, technique`,
          first,
        ),
      }));
      return {
        from: toIso(first * DAY_MS),
        tactics: [...names.tactics],
        techniques: rows.map(({ technique, n }) => {
          const known = names.find(technique);
          return {
            id: technique,
            name: known?.name ?? null,
            tactics: known?.tactics ?? [],
            alerts: n,
          };
        }),
      };
    },
  };
}
export type TechniqueFiguresStore = ReturnType<typeof createTechniqueFiguresStore>;
