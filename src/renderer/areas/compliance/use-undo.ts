import type { ControlBatch } from '../../../shared/areas/compliance/controls.contract.ts';
import { useUndoBatch } from './controls.queries.ts';
import { useControlNotice } from './use-control-notice.ts';

/** '12 controls restored, 1 left alone: somebody changed it since.' */
export function undoneText({ restored, kept }: Pick<ControlBatch, 'restored' | 'kept'>): string {
  const controls = restored === 1 ? '1 control' : `${restored.toLocaleString()} controls`;
  if (kept === 0) return `${controls} restored`;
  return `${controls} restored, ${kept.toLocaleString()} left alone because somebody changed them since`;
}

/** Takes a bulk change back, and says what came of it. */
export function useUndo() {
  const { mutate, isPending } = useUndoBatch();
  const { succeed, fail } = useControlNotice();
  return {
    isPending,
    undo: (batchId: string) =>
      mutate(batchId, {
        onSuccess: ({ batch, job }) =>
          succeed(job === null ? undoneText(batch) : 'The change is being undone'),
        onError: (error) => fail('Failed to undo the change', error),
      }),
  };
}
