import { useMutation } from '@tanstack/react-query';
import type { Client } from '../../../shared/contract/client.ts';
import { useClient } from '../../api/client-context.tsx';
import { describeError } from '../../ui/error-text.ts';
import { useToast } from '../../ui/toast.tsx';

/** One change, and what is told about it. What it changed is fetched again by the core's events. */
export function useEnrichmentCall<Input, Answer>(
  call: (client: Client, input: Input) => Promise<Answer>,
  { done, failed }: { readonly done: string; readonly failed: string },
) {
  const client = useClient();
  const { toast } = useToast();
  return useMutation({
    mutationFn: (input: Input) => call(client, input),
    onSuccess: () => toast({ title: 'Success', description: done }),
    onError: (error) => {
      // A lost session has its own toast, which must stay to be read.
      if (error.message.startsWith('401: ')) return;
      const description = `${failed}. ${describeError(error).why}`;
      toast({ title: 'Error', description, variant: 'destructive' });
    },
  });
}
