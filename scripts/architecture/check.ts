import type { Project } from './project.ts';
import { checkSkips, checkSuppressions } from './rules/comments.ts';
import { checkCycles } from './rules/cycles.ts';
import { checkFigures } from './rules/figures.ts';
import { checkLayers } from './rules/layers.ts';
import { checkBarrels, checkModuleState } from './rules/modules.ts';
import { checkNetwork } from './rules/network.ts';
import { checkPackages } from './rules/packages.ts';
import { checkSizes } from './rules/sizes.ts';
import { checkSpec } from './rules/spec.ts';
import { checkSql } from './rules/sql.ts';
import { checkPins, checkRegistries } from './rules/supply.ts';
import type { Finding, Violation } from './violation.ts';

const RULES = {
  layers: checkLayers,
  packages: checkPackages,
  network: checkNetwork,
  sql: checkSql,
  cycles: checkCycles,
  barrels: checkBarrels,
  'module-state': checkModuleState,
  sizes: checkSizes,
  figures: checkFigures,
  suppressions: checkSuppressions,
  skips: checkSkips,
  registries: checkRegistries,
  pins: checkPins,
  spec: checkSpec,
} as const satisfies Record<string, (project: Project) => Finding[]>;

/** The whole design, rule by rule; in the order of files and lines. */
export function checkArchitecture(project: Project): Violation[] {
  return Object.entries(RULES)
    .flatMap(([rule, check]) => check(project).map((finding) => ({ ...finding, rule })))
    .toSorted((a, b) => a.file.localeCompare(b.file) || a.line - b.line);
}
