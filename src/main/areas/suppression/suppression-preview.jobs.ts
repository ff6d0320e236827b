import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SuppressionScope } from '../../../shared/areas/suppression/suppression.rules.ts';
import type { JobFunction } from '../../jobs/job.ts';
import { candidateSeqs, createPreview, type ToAlert } from './suppression-preview.store.ts';

export interface PreviewInput {
  readonly scope: SuppressionScope;
}

const READ_AT_ONCE = 2_000;

/** The preview of a scope that may mean more than is read within a call. */
export function createSuppressionPreviewJob(toAlert: ToAlert): JobFunction {
  return async (input, { db, clock, signal, report }) => {
    const { scope } = input as PreviewInput;
    const now = clock.now();
    const seqs =
      db.read('suppression.candidates', (reader) =>
        candidateSeqs(reader, scope, now, Number.POSITIVE_INFINITY),
      ) ?? [];
    const preview = createPreview(scope, now, toAlert);
    for (let at = 0; at < seqs.length; at += READ_AT_ONCE) {
      signal.throwIfAborted();
      const part = seqs.slice(at, at + READ_AT_ONCE);
      db.read('suppression.preview', (reader) => preview.add(reader, part));
      report({ done: at + part.length, total: seqs.length, message: null });
      await nextTurn();
    }
    return preview.result();
  };
}
