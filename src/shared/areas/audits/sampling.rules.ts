/**
 * How a sample is drawn, so that everybody who has the seed and the list draws the same one.
 *
 * Method 'sha256-counter/1': for i = 1, 2, 3 … take SHA-256 of the text `<seed>,<i>` as a number
 * (big-endian) modulo N, plus 1: an ordinal of the population in its stated order. Ordinals that
 * came before are passed over. The first n distinct ones are the sample. The bias of the modulus is
 * below N / 2^256. Nothing but SHA-256 is needed to draw it again.
 */
export const SAMPLE_METHOD = 'sha256-counter/1';
export const SAMPLE_SIZE_MAX = 500;

export const POPULATIONS = ['ALERTS', 'INCIDENTS', 'ACCESS'] as const;
export type Population = (typeof POPULATIONS)[number];
export const POPULATION_LABELS: Record<Population, string> = {
  ALERTS: 'Alerts',
  INCIDENTS: 'Incidents',
  ACCESS: 'Access',
};

/** What a population is and in which order its ordinals count; shown beside every sample. */
export const POPULATION_DEFINITIONS: Record<Population, string> = {
  ALERTS: 'Alerts whose time lies in the period, by id.',
  INCIDENTS: 'Investigations opened in the period, by time of opening, then id.',
  ACCESS:
    'Accounts that existed at any time in the period, by id; or every change of an account in the period (made, role, deactivation, password), by its place in the audit log.',
};

export const SAMPLE_RESULTS = ['PASS', 'EXCEPTION', 'NOT_TESTABLE'] as const;
export type SampleResult = (typeof SAMPLE_RESULTS)[number];
export const SAMPLE_RESULT_LABELS: Record<SampleResult, string> = {
  PASS: 'Pass',
  EXCEPTION: 'Exception',
  NOT_TESTABLE: 'Not testable',
};

/**
 * The ordinals (1 to `population`) in the order in which they were drawn.
 * @param sha256 of a text, as 64 hexadecimal digits.
 */
export function drawOrdinals(
  { seed, size, population }: { seed: string; size: number; population: number },
  sha256: (text: string) => string,
): number[] {
  const wanted = Math.min(size, population);
  const drawn = new Set<number>();
  for (let i = 1; drawn.size < wanted; i++) {
    const number = BigInt(`0x${sha256(`${seed},${i}`)}`);
    drawn.add(Number(number % BigInt(population)) + 1);
  }
  return [...drawn];
}

/** How sure the sample makes that no more than a share of the population deviates, if it has no exception. */
export const SAMPLE_LEVELS = ['LOW', 'USUAL', 'HIGH'] as const;
export type SampleLevel = (typeof SAMPLE_LEVELS)[number];
export const LEVEL_FIGURES: Record<SampleLevel, { confidence: number; tolerable: number }> = {
  LOW: { confidence: 0.9, tolerable: 0.1 },
  USUAL: { confidence: 0.95, tolerable: 0.1 },
  HIGH: { confidence: 0.95, tolerable: 0.05 },
};

/**
 * The smallest sample without an exception that is enough: drawn without replacement from a
 * population in which just over the tolerable share deviates, it would miss every deviation with a
 * probability of at most 1 − confidence (hypergeometric).
 */
export function sampleSizeFor(population: number, level: SampleLevel): number {
  const { confidence, tolerable } = LEVEL_FIGURES[level];
  if (population <= 0) return 0;
  const deviating = Math.floor(population * tolerable) + 1;
  let missed = 1;
  for (let size = 1; size <= population; size++) {
    // The size-th item is no deviation, given that none before it was.
    missed *= Math.max(0, (population - deviating - (size - 1)) / (population - (size - 1)));
    if (missed <= 1 - confidence + 1e-12) return size;
  }
  return population;
}

export function levelText(level: SampleLevel): string {
  const { confidence, tolerable } = LEVEL_FIGURES[level];
  const percent = (share: number) => `${Math.round(share * 100)} %`;
  return `${percent(confidence)} sure that at most ${percent(tolerable)} deviate, if there is no exception`;
}
