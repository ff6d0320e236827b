import { useCallback } from 'react';
import { describeError } from './error-text.ts';
import { useToast } from './toast.tsx';

/** Says why something that was asked for did not happen. */
export function useErrorToast(): (error: unknown) => void {
  const { toast } = useToast();
  return useCallback(
    (error) =>
      toast({ title: 'Error', description: describeError(error).why, variant: 'destructive' }),
    [toast],
  );
}
