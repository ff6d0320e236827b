/** What a reading leaves in the file's row. */
import type { ReceiptMaker } from './receipt.ts';
import type { FileFound } from './take-file.ts';

export function outcomeOf(found: FileFound, maker: ReceiptMaker, failure: string | null) {
  const receipt = maker.done();
  const [first] = found.readers;
  const status = failure !== null ? 'FAILED' : maker.hasLosses ? 'PARTIAL' : 'COMPLETED';
  return {
    status,
    toolName: first?.label ?? found.detected,
    toolType: first?.family ?? 'none',
    toolVersion: found.readers.map(({ id, version }) => `${id} ${version}`).join(', ') || null,
    detected: found.detected,
    sizeBytes: found.size,
    sha256: found.sha256,
    events: receipt.kept,
    results: { events: receipt.kept, from: receipt.from, to: receipt.to },
    receipt,
    problem: failure?.slice(0, 500) ?? null,
  };
}
