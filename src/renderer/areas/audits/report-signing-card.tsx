import { useQuery } from '@tanstack/react-query';
import { groupedFingerprint } from '../../../shared/areas/audits/audit-reports.rules.ts';
import { useClient } from '../../api/client-context.tsx';
import { Card } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { signingKeyQuery } from './reports.queries.ts';

/** The key of this installation, for those who must compare it. */
export function ReportSigningCard() {
  const key = useQuery(signingKeyQuery(useClient()));
  return (
    <Card
      title="Signing key of this installation"
      note="Signs every package. Auditors compare its fingerprint, told by another way than the package."
    >
      {key.isPending && <Skeleton className="h-8" />}
      {key.isError && (
        <ErrorState
          title="The signing key could not be read"
          error={key.error}
          onRetry={() => void key.refetch()}
        />
      )}
      {key.data && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <code className="min-w-0 font-mono text-xs break-words text-fg">
            {groupedFingerprint(key.data.fingerprint)}
          </code>
          <CopyButton text={key.data.fingerprint} label="Copy the fingerprint of the signing key" />
          <p className="text-xs text-fg-muted">
            {key.data.algorithm}, made <DateTime value={key.data.createdAt} />
          </p>
        </div>
      )}
    </Card>
  );
}
