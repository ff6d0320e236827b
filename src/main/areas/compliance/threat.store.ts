/** What attackers do here: techniques on the alerts of the last days, from the kept counts. */
import { threatSince } from '../../../shared/areas/compliance/gaps.rules.ts';
import type { ReadDb } from '../../db/database.ts';

export interface TechniqueCount {
  readonly id: string;
  readonly alerts: number;
}

export function readTechniqueCounts(db: ReadDb, now: number): TechniqueCount[] {
  return db.all<TechniqueCount>(
    `SELECT technique AS id, sum(n) AS alerts FROM technique_counts WHERE day >= ?
     GROUP BY technique HAVING sum(n) > 0 ORDER BY alerts DESC, technique`,
    threatSince(now),
  );
}
