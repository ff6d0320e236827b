import type { AutomationHealth } from '../../../shared/areas/assistant/automation.contract.ts';
import { POINT_REASONS } from '../../../shared/areas/assistant/engine/point-reasons.ts';
import { POINT_CODES, POINTS } from '../../../shared/areas/assistant/engine/points.ts';
import {
  BENIGN_AT_LEAST,
  MALICIOUS_AT_LEAST,
} from '../../../shared/areas/assistant/engine/refit.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { ReadDb } from '../../db/database.ts';
import { readPolicy } from './automation.store.ts';
import { lastRefit, readExamples } from './engine-points.store.ts';

/** What the verdicts made of the points, for the health page; largest changes first. */
export function pointsHealth(db: ReadDb): AutomationHealth['points'] {
  const { malicious, benign } = readExamples(db);
  const last = lastRefit(db);
  const changes = POINT_CODES.map((code) => ({
    ...{ code, reason: POINT_REASONS[code], byHand: POINTS[code] },
    refitted: last?.points[code] ?? POINTS[code],
  }))
    .filter(({ byHand, refitted }) => byHand !== refitted)
    .sort((a, b) => Math.abs(b.refitted - b.byHand) - Math.abs(a.refitted - a.byHand));
  return {
    use: readPolicy(db).points,
    verdicts: { malicious, benign },
    needed: { malicious: MALICIOUS_AT_LEAST, benign: BENIGN_AT_LEAST },
    refit: last && {
      ...{ revision: last.revision, at: toIso(last.at) },
      ...{ malicious: last.malicious, benign: last.benign, changes },
    },
  };
}
