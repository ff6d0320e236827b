import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { useClient } from '../../api/client-context.tsx';
import { Card } from '../../ui/card.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useAddressParams, useSearchText } from '../../ui/use-address-params.ts';
import { knownEntitiesQuery } from './entities.queries.ts';
import { CriticalityBadge, EntityAnchor } from './entity-value.tsx';

/** The way to an entity: by the beginning of its value, or one of those that are marked. */
export function EntityFinder() {
  const [params, setParams] = useAddressParams();
  const q = params.get('q') ?? '';
  const [typed, type] = useSearchText(q, (text) =>
    setParams(text.trim() ? { q: text.trimStart().slice(0, 200) } : {}, { replace: true }),
  );
  const known = useQuery(knownEntitiesQuery(useClient(), useDeferredValue(q.trim())));
  return (
    <>
      <PageHeader
        title="Entities"
        purpose="Hosts, accounts, addresses, file hashes and mailboxes that alerts name"
      />
      <Field label="Value begins with" className="max-w-md">
        {(control) => (
          <Input
            {...control}
            type="search"
            value={typed}
            placeholder="web-01, 10.0.5, j.martin"
            onChange={(event) => type(event.target.value)}
          />
        )}
      </Field>
      <Card
        title={q ? 'Found' : 'Marked entities'}
        note={q ? 'By kind and value' : 'Critical assets, and what is known to be benign'}
        bodyClassName="p-2"
      >
        {known.isPending && <Skeleton className="h-40 w-full" />}
        {known.isError && (
          <ErrorState
            title="Entities could not be loaded"
            error={known.error}
            onRetry={() => void known.refetch()}
            isRetrying={known.isFetching}
          />
        )}
        {known.data?.length === 0 && (
          <p className="px-2 py-1 text-fg-muted">
            {q
              ? 'No alert names an entity that begins so.'
              : 'No entity is marked yet. Open one and set its criticality.'}
          </p>
        )}
        <ul className="flex flex-col">
          {known.data?.map((entity) => (
            <li
              key={`${entity.kind} ${entity.value}`}
              className="flex min-w-0 items-center gap-3 px-2 py-1.5"
            >
              <span className="min-w-0 flex-1 truncate">
                <EntityAnchor kind={entity.kind} value={entity.value} />
              </span>
              <CriticalityBadge criticality={entity.criticality} />
              <span className="shrink-0 text-xs text-fg-muted tabular-nums">
                {entity.alerts === 1 ? '1 alert' : `${entity.alerts.toLocaleString()} alerts`}
              </span>
              {entity.lastSeen && (
                <DateTime value={entity.lastSeen} className="shrink-0 text-xs text-fg-muted" />
              )}
            </li>
          ))}
        </ul>
      </Card>
    </>
  );
}
