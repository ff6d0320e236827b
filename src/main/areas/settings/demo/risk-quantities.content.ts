/** Losses are in EUR; frequencies are events per year. Both are 5th and 95th percentile. */
export interface DemoRanges {
  readonly loss: readonly [number, number];
  readonly frequency: readonly [number, number];
  readonly afterLoss?: readonly [number, number];
  readonly afterFrequency?: readonly [number, number];
  readonly assumptions: string;
}

export const DEMO_RANGES: Readonly<Record<string, DemoRanges>> = {
  'Ransomware halts dispatch': {
    loss: [180_000, 4_500_000],
    frequency: [0.15, 1.2],
    afterLoss: [60_000, 1_400_000],
    afterFrequency: [0.08, 0.6],
    assumptions:
      'Two to eleven days without dispatch at 95,000 a day, plus restore by the contractor. After treatment the restore from separate backups takes two days at most.',
  },
  'Payments redirected by forged mail': {
    loss: [12_000, 380_000],
    frequency: [0.8, 4],
    afterFrequency: [0.2, 1.2],
    assumptions: 'Largest weekly payment run is 410,000; half of a redirected payment comes back.',
  },
  'Tracking portal gives away customer data': {
    loss: [40_000, 900_000],
    frequency: [0.1, 0.9],
    afterLoss: [25_000, 400_000],
    afterFrequency: [0.05, 0.4],
    assumptions:
      'Notification and support for up to 60,000 customers, and one contract in ten lost.',
  },
  'Terminal systems that no longer get updates': {
    loss: [25_000, 420_000],
    frequency: [0.4, 2.5],
    afterFrequency: [0.1, 0.8],
    assumptions: 'One berth stands for a shift to three days.',
  },
  'Lost handheld scanners': {
    loss: [350, 1_800],
    frequency: [28, 55],
    afterLoss: [300, 900],
    assumptions: 'Price of a device and an hour of work; about forty are lost a year.',
  },
  'Loss of the main data hall': {
    loss: [900_000, 9_000_000],
    frequency: [0.004, 0.04],
    afterLoss: [300_000, 2_500_000],
    assumptions:
      'Insurer’s figures for halls of this kind; after treatment the second hall takes over.',
  },
  "Supplier's remote help without a ticket": {
    loss: [5_000, 250_000],
    frequency: [0.5, 3],
    assumptions: 'Mostly the hours of looking into it; rarely a halted line.',
  },
  'Currency of contracts abroad': {
    loss: [10_000, 120_000],
    frequency: [1, 4],
    assumptions: 'Moves of the krone against invoices of a quarter.',
  },
};

/** Techniques and words by which alerts and investigations are cases of a risk. */
export const DEMO_SCENARIOS: Readonly<
  Record<string, { readonly techniques: string[]; readonly keywords: string[] }>
> = {
  'Ransomware halts dispatch': {
    techniques: ['T1486', 'T1490', 'T1489'],
    keywords: ['encryption'],
  },
  'Payments redirected by forged mail': {
    techniques: ['T1657', 'T1534'],
    keywords: ['bank details'],
  },
  'Password spray finds a weak account': { techniques: ['T1110'], keywords: [] },
  "Supplier's remote help without a ticket": { techniques: ['T1219'], keywords: ['remote help'] },
};
