import type { AutomationHealth } from '../../../shared/areas/assistant/automation.contract.ts';

const BINS = 10;

/** Tenths of suspicion: of those with a verdict, which share was malicious. */
export function calibrationOf(
  rows: readonly { readonly bin: number; readonly malicious: number; readonly benign: number }[],
): AutomationHealth['calibration'] {
  return Array.from({ length: BINS }, (_, bin) => {
    const own = rows.filter((row) => row.bin === bin);
    const malicious = own.reduce((sum, row) => sum + row.malicious, 0);
    const n = own.reduce((sum, row) => sum + row.malicious + row.benign, 0);
    return {
      ...{ from: bin * BINS, to: (bin + 1) * BINS, n, malicious },
      share: n === 0 ? null : malicious / n,
    };
  });
}
