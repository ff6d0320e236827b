import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { gapsContract } from '../../../shared/areas/compliance/gaps.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { useToast } from '../../ui/toast.tsx';
import { gapKeys } from './gaps.queries.ts';
import { analysisFailure } from './gaps.text.ts';

const RUN_KEY = ['analyze-gaps'] as const;
const NOTHING_SINCE = {
  ...{ controls: 0, evidence: 0, tests: 0, challenges: 0, crosswalks: 0, frameworks: 0 },
  expired: 0,
};

/**
 * Runs the gap analysis from wherever it is asked for; all who use it know that one is running.
 * `run` takes the frameworks in scope, null for every active one.
 */
export function useGapAnalysis(): {
  readonly run: (frameworkIds: readonly string[] | null) => void;
  readonly isRunning: boolean;
} {
  const client = useClient();
  const queries = useQueryClient();
  const { toast } = useToast();
  const isRunning = useIsMutating({ mutationKey: RUN_KEY }) > 0;
  const analysis = useMutation({
    mutationKey: RUN_KEY,
    mutationFn: (frameworkIds: readonly string[] | null) =>
      client.call(gapsContract.analyze, {
        body: { framework: null, controls: [], frameworkIds: frameworkIds && [...frameworkIds] },
      }),
    onSuccess: (made) => {
      queries.setQueryData(gapKeys.last, { analysis: made, since: NOTHING_SINCE });
      toast({ title: 'Success', description: 'Gap analysis completed successfully' });
    },
    onError: (error) => {
      const failure = analysisFailure(error);
      if (failure) toast({ ...failure, variant: 'destructive' });
    },
  });
  return { run: analysis.mutate, isRunning };
}
