import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { RegisteredException } from '../../../shared/areas/compliance/control-tests.contract.ts';
import { useAccounts } from '../../api/accounts.ts';
import { useClient } from '../../api/client-context.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { VirtualRows } from '../../ui/virtual-rows.tsx';
import { exceptionRegisterQuery } from './controls.queries.ts';

const LINK = 'rounded-sm text-accent-text hover:underline';

/** Every departure from a control that holds now: by whom, why, until when. */
export function ExceptionRegisterDialog({ onClose }: { onClose: () => void }) {
  const found = useQuery(exceptionRegisterQuery(useClient()));
  return (
    <Dialog
      open
      onClose={onClose}
      title="Exceptions in force"
      description="Agreed exceptions of controls, and suppression rules, each of which is one"
      size="lg"
    >
      {found.data ? (
        found.data.length === 0 ? (
          <p className="text-fg-muted">No exception is in force.</p>
        ) : (
          <VirtualRows
            label="Exceptions in force"
            rows={found.data}
            keyOf={({ id }) => id}
            rowPx={84}
            className="max-h-[60vh]"
            render={(row) => <Exception exception={row} />}
          />
        )
      ) : found.isError ? (
        <ErrorState
          title="The exceptions could not be loaded"
          error={found.error}
          onRetry={() => void found.refetch()}
          isRetrying={found.isFetching}
        />
      ) : (
        <Skeleton className="h-40 w-full" />
      )}
    </Dialog>
  );
}

function Exception({ exception }: { exception: RegisteredException }) {
  const { nameOf } = useAccounts();
  const { control, rule, owner, reason, expiresAt } = exception;
  return (
    <div className="flex min-w-0 flex-col gap-0.5 border-b border-line py-2">
      <p className="flex min-w-0 items-baseline justify-between gap-3">
        {control ? (
          <Link
            to={`/compliance?tab=controls&control=${encodeURIComponent(control.id)}`}
            className={`min-w-0 truncate ${LINK}`}
          >
            <Untrusted text={`${control.ref} ${control.title}`} max={120} expand="none" />
          </Link>
        ) : (
          <span className="text-warn">Control not named yet</span>
        )}
        <span className="shrink-0 text-xs text-fg-muted tabular-nums">
          Until <DateTime value={expiresAt} mode="local" />
        </span>
      </p>
      <p className="truncate text-fg">
        <Untrusted text={reason} max={200} expand="none" />
      </p>
      <p className="text-xs text-fg-muted">
        {owner ? <Untrusted text={nameOf(owner)} max={60} expand="none" /> : 'No owner'}
        {rule && (
          <>
            {' · '}
            <Link to={`/suppressions?rule=${encodeURIComponent(rule.id)}`} className={LINK}>
              Suppression rule <Untrusted text={rule.name} max={80} expand="none" />
            </Link>
          </>
        )}
      </p>
    </div>
  );
}
