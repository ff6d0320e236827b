import { describeError } from '../../ui/error-text.ts';
import { useToast } from '../../ui/toast.tsx';

/** A lost session has its own toast, which must stay to be read. */
const isSignedOut = (error: unknown) => error instanceof Error && error.message.startsWith('401: ');

/** What became of a change, in a toast. */
export function useControlNotice() {
  const { toast } = useToast();
  return {
    succeed: (description: string) => toast({ title: 'Success', description }),
    /** `what` as specified, and behind it what the server said where that helps. */
    fail: (what: string, error: unknown) => {
      if (isSignedOut(error)) return;
      const isExplained = error instanceof Error && /^(400|403|404|409|507): /.test(error.message);
      const description = isExplained ? `${what}. ${describeError(error).why}` : what;
      toast({ title: 'Error', description, variant: 'destructive' });
    },
  };
}
