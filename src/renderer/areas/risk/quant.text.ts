/** Amounts, rates and chances in words. */

/** Whole units from 100 on: a loss is not known to the cent. */
export function money(value: number, currency: string): string {
  const digits = Math.abs(value) >= 100 || value === 0 ? 0 : 2;
  return new Intl.NumberFormat(undefined, {
    ...{ style: 'currency', currency, currencyDisplay: 'code' },
    ...{ minimumFractionDigits: digits, maximumFractionDigits: digits },
  }).format(value);
}

/** For axes: EUR 1.2M. */
export function shortMoney(value: number): string {
  return new Intl.NumberFormat(undefined, {
    ...{ notation: 'compact', maximumFractionDigits: 1 },
  }).format(value);
}

export function perYear(value: number): string {
  return new Intl.NumberFormat(undefined, { maximumSignificantDigits: 3 }).format(value);
}

/** 12.3 %; below one in a thousand more digits. */
export function chance(value: number): string {
  return new Intl.NumberFormat(undefined, {
    ...{ style: 'percent', maximumFractionDigits: value > 0 && value < 0.01 ? 2 : 1 },
  }).format(value);
}

export const QUANT_LABELS: Readonly<Record<string, string>> = {
  currency: 'Currency',
  lossLow: 'Loss per event, 5th percentile',
  lossHigh: 'Loss per event, 95th percentile',
  frequencyLow: 'Events per year, 5th percentile',
  frequencyHigh: 'Events per year, 95th percentile',
  afterLossLow: 'Loss after treatment, 5th percentile',
  afterLossHigh: 'Loss after treatment, 95th percentile',
  afterFrequencyLow: 'Events after treatment, 5th percentile',
  afterFrequencyHigh: 'Events after treatment, 95th percentile',
  assumptions: 'Assumptions',
  techniques: 'Techniques',
  keywords: 'Keywords',
  exposureFrom: 'Counted since',
};
