import { Link } from 'react-router-dom';
import type { EvidenceExpiry } from '../../../shared/areas/compliance/scores.contract.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { useAddressParams } from '../../ui/use-address-params.ts';
import { plainDay } from './scores.day.ts';
import { useExpiring } from './scores.queries.ts';
import { evidenceAddress } from './scores.text.ts';

/** The week whose evidence is listed, by the day it begins with; in the address. */
const WEEK = 'expiring';
type Week = EvidenceExpiry['weeks'][number];

const dayOf = (iso: string) => iso.slice(0, 10);

/** The address that lists the evidence of a week over what is shown. */
export function weekAddress(params: URLSearchParams, from: string): string {
  const next = new URLSearchParams(params);
  next.set(WEEK, dayOf(from));
  return `?${next}`;
}

/** The evidence behind one bar of the chart. */
export function ExpiringDialog({ weeks }: { weeks: readonly Week[] }) {
  const [params, setParams] = useAddressParams();
  const week = weeks.find(({ from }) => dayOf(from) === params.get(WEEK));
  const close = () =>
    setParams((old) => {
      const next = new URLSearchParams(old);
      next.delete(WEEK);
      return next;
    });
  if (!week) return null;
  return (
    <Dialog
      open
      onClose={close}
      title="Evidence that expires"
      description={`In the 7 days from ${plainDay(week.from)}`}
    >
      <Rows week={week} />
    </Dialog>
  );
}

function Rows({ week }: { week: Week }) {
  const query = useExpiring(week.from, week.to);
  if (query.isError && !query.data) {
    return (
      <ErrorState
        title="The evidence could not be loaded"
        error={query.error}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    );
  }
  if (!query.data) return <Skeleton className="h-40 w-full" />;
  if (query.data.length === 0) {
    return <EmptyState title="No Evidence Found" text="Nothing expires in this week." />;
  }
  const hidden = week.count - query.data.length;
  return (
    <>
      <ul className="divide-y divide-line">
        {query.data.map(({ id, title, expiresAt, controls }) => (
          <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
            <Link
              to={evidenceAddress(id)}
              className="min-w-0 rounded-sm font-medium text-accent-text hover:underline"
            >
              <Untrusted text={title} expand="none" />
            </Link>
            <span className="text-xs text-fg-muted">
              <DateTime value={expiresAt} mode="local" /> · for {controls}{' '}
              {controls === 1 ? 'control' : 'controls'}
            </span>
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <p className="pt-2 text-xs text-fg-muted">And {hidden.toLocaleString()} more</p>
      )}
    </>
  );
}
