/** How the desk is simulated, and how it is said. Fixed by reasoning, before any held-out file was run. */
import { HOUR_MS } from '../../src/shared/kernel/time.ts';

/** A verdict is known to the memory so long after the quarter of an hour that it is about: half a shift. */
export const VERDICT_AFTER_MS = 4 * HOUR_MS;
/** A second look is done so long after it was asked for; where a third is needed, so long after that. */
export const LOOK_AFTER_MS = 4 * HOUR_MS;
/** Nothing can be closed before there are two days of verdicts; figures begin here. */
export const WARM_UP_MS = 48 * HOUR_MS;
export const ANALYSTS = ['a1', 'a2', 'a3', 'a4', 'a5'].map((id) => ({ id, name: `Analyst ${id}` }));
export const NOISE = 0.05;
export const NOISE_SEEDS = [1, 2, 3, 4, 5];
export const AUDIT_SHARE = 0.05;
/** The rival: closes what a detector's own past says, on whatever host. */
export const RATE_AT_LEAST = 5;
export const RATE_MALICIOUS_MOST = 0.01;

export const PROTOCOL = [
  'Files are replayed in the order of time; each environment begins with an empty memory.',
  'Alerts are grouped by the product (source, detector, host, quarter of an hour); a group is decided at the end of its quarter.',
  'A group is malicious where any of its alerts is labelled as an attack. Severity is not in the files: MEDIUM is used for all.',
  'Shadow mode: five simulated analysts close every group by its label, known to the memory 4 h after the quarter.',
  'A closing that contradicts a pattern gets a second look by another analyst 4 h later, and a third where two must agree.',
  'Figures are of groups after the first 48 h, when two days of verdicts can exist.',
  '"Closed" means the engine decided auto-close. Coverage: closed of all groups. Precision: benign of closed.',
  'Settings were fixed by reasoning and on fox (development); the other files are held out.',
];
