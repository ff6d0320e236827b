import { useQuery } from '@tanstack/react-query';
import { Eye, EyeOff } from 'lucide-react';
import { useClient } from '../../api/client-context.tsx';
import { useUser } from '../../api/session.tsx';
import { Button } from '../../ui/button.tsx';
import { useErrorToast } from '../../ui/use-error-toast.ts';
import { useWatch, watchersQuery } from './discussion.queries.ts';

/** Watches an alert for oneself; says how many do. */
export function WatchButton({ alertId }: { alertId: string }) {
  const me = useUser();
  const { data = [] } = useQuery(watchersQuery(useClient(), alertId));
  const watch = useWatch(alertId);
  const sayError = useErrorToast();
  const isWatching = data.some(({ account }) => account === me.id);
  const count = data.length === 0 ? '' : ` (${data.length})`;
  return (
    <Button
      size="sm"
      icon={isWatching ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
      disabled={watch.isPending}
      onClick={() => watch.mutate(!isWatching, { onError: sayError })}
    >
      {isWatching ? 'Unwatch' : 'Watch'}
      {count}
    </Button>
  );
}
