/**
 * Which controls the queue's own record proves, by what, and when it speaks against them. Pure. A
 * figure that is broken opens a challenge; it changes no control.
 */
import { DAY_MS } from '../../kernel/time.ts';
import type { ControlStatus } from './compliance.rules.ts';
import type { QueueFigure, SOC_STATES } from './gaps.contract.ts';
import type { QueueMeasure } from './gaps.kinds.ts';

/** What the record looks back on. */
const RECORD_DAYS = 30;
export const RECORD_MS = RECORD_DAYS * DAY_MS;

/** Percent of alerts looked at in time, silent sources, percent of automatic closings taken back. */
export const QUEUE_LIMITS: Readonly<Record<QueueMeasure, number>> = {
  TRIAGE: 90,
  SILENT_SOURCE: 0,
  OVERTURNED: 5,
};
/** With fewer, a figure is shown but says nothing against a control. */
const SAMPLE_AT_LEAST: Readonly<Record<QueueMeasure, number>> = {
  TRIAGE: 10,
  SILENT_SOURCE: 1,
  OVERTURNED: 20,
};

export function isBroken(measure: QueueMeasure, value: number | null, sample: number): boolean {
  if (value === null || sample < SAMPLE_AT_LEAST[measure]) return false;
  return measure === 'TRIAGE' ? value < QUEUE_LIMITS.TRIAGE : value > QUEUE_LIMITS[measure];
}

export const MEASURE_LABELS: Readonly<Record<QueueMeasure, string>> = {
  TRIAGE: 'Looked at in time',
  SILENT_SOURCE: 'Silent sources',
  OVERTURNED: 'Automatic closings taken back',
};

/** A source counts as regular from so many days with alerts, and as silent from a day on. */
const REGULAR_DAYS = 7;
const SILENT_AT_LEAST_MS = DAY_MS;
const SILENT_PAUSES = 2;

/** Silent: it was regular, and has said nothing for twice its own longest pause, at least a day. */
export function isSilent(source: {
  readonly days: number;
  readonly longestPauseMs: number;
  readonly lastAt: number;
  readonly now: number;
}): boolean {
  const { days, longestPauseMs, lastAt, now } = source;
  const allowed = Math.max(SILENT_AT_LEAST_MS, SILENT_PAUSES * longestPauseMs);
  return days >= REGULAR_DAYS && now - lastAt > allowed;
}

export const TECHNIQUE_PACK = 'nist-800-53-r5';

/** Frameworks that were made by hand under a name that everybody knows. */
const PACKS_BY_NAME: readonly (readonly [string, RegExp])[] = [
  ['fedramp-r5', /^fedramp/i],
  ['nist-800-53-r5', /^nist (?:sp )?800-53/i],
  ['iso-27001-2022', /^iso(?:\/iec)? 27001/i],
  ['soc2-2017', /^soc 2/i],
  ['pci-dss-4.0.1', /^pci[ -]dss/i],
  ['nist-csf-2.0', /^nist (?:csf|cybersecurity framework)/i],
];

/** The pack whose ids a framework's controls have; null where nothing is known. */
export function packOfFramework(framework: {
  readonly packId: string | null;
  readonly name: string;
}): string | null {
  if (framework.packId !== null) return framework.packId;
  return PACKS_BY_NAME.find(([, name]) => name.test(framework.name))?.[0] ?? null;
}

/** Packs whose ids are those of SP 800-53 r5, in which the table of techniques speaks. */
export const NIST_PACKS: ReadonlySet<string> = new Set([TECHNIQUE_PACK, 'fedramp-r5']);

type Rules = readonly (readonly [ref: RegExp, measures: readonly QueueMeasure[]])[];

const NIST_RULES: Rules = [
  [/^AU-6$/, ['SILENT_SOURCE', 'TRIAGE']],
  [/^SI-4$/, ['SILENT_SOURCE', 'TRIAGE']],
  [/^IR-[45]$/, ['TRIAGE', 'OVERTURNED']],
  [/^IR-6$/, ['TRIAGE']],
];
const SOC_RULES: Readonly<Record<string, Rules>> = {
  'nist-800-53-r5': NIST_RULES,
  'nist-800-53-r4': NIST_RULES,
  'fedramp-r5': NIST_RULES,
  'iso-27001-2022': [
    [/^A\.5\.2[46]$/, ['TRIAGE']],
    [/^A\.5\.25$/, ['TRIAGE', 'OVERTURNED']],
    [/^A\.5\.27$/, ['OVERTURNED']],
    [/^A\.5\.28$/, ['SILENT_SOURCE']],
    [/^A\.8\.15$/, ['SILENT_SOURCE']],
    [/^A\.8\.16$/, ['SILENT_SOURCE', 'TRIAGE']],
  ],
  'soc2-2017': [
    [/^CC7\.2$/, ['SILENT_SOURCE', 'TRIAGE']],
    [/^CC7\.3$/, ['TRIAGE', 'OVERTURNED']],
    [/^CC7\.[45]$/, ['TRIAGE']],
  ],
  'pci-dss-4.0.1': [
    [/^10\.4(?:\.|$)/, ['SILENT_SOURCE', 'TRIAGE']],
    [/^12\.10(?:\.|$)/, ['TRIAGE']],
  ],
  'nist-csf-2.0': [
    [/^DE\.CM/, ['SILENT_SOURCE', 'TRIAGE']],
    [/^DE\.AE/, ['TRIAGE', 'OVERTURNED']],
    [/^RS\.AN/, ['TRIAGE', 'OVERTURNED']],
    [/^RS\./, ['TRIAGE']],
  ],
};

/** What proves a control of a pack; null where the queue says nothing of it. */
export function measuresOf(pack: string | null, ref: string): readonly QueueMeasure[] | null {
  const rules = pack === null ? undefined : SOC_RULES[pack];
  return rules?.find(([pattern]) => pattern.test(ref))?.[1] ?? null;
}

export type SocState = (typeof SOC_STATES)[number];

/** Challenged comes first: an open doubt stands, also while the figures are good again. */
export function socState(input: {
  readonly alerts: number;
  readonly figures: readonly QueueFigure[];
  readonly openChallenges: number;
}): SocState {
  if (input.openChallenges > 0) return 'challenged';
  return input.alerts === 0 || input.figures.every(({ value }) => value === null)
    ? 'untested'
    : 'live';
}

/** One step down, never further: who confirms may assess it lower by hand. */
export function proposedStatus(
  status: ControlStatus,
): 'PARTIALLY_COMPLIANT' | 'NON_COMPLIANT' | null {
  if (status === 'COMPLIANT') return 'PARTIALLY_COMPLIANT';
  return status === 'PARTIALLY_COMPLIANT' ? 'NON_COMPLIANT' : null;
}
