import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ListX, Merge, Network, SlidersHorizontal } from 'lucide-react';
import { type RefObject, useMemo, useRef, useState } from 'react';
import { SEVERITIES, SEVERITY_LABELS } from '../../../shared/kernel/severity.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { useShortcuts } from '../../api/shortcuts.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Input } from '../../ui/field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useSearchText } from '../../ui/use-address-params.ts';
import { CommonEntitiesDialog } from './common-entities-dialog.tsx';
import { IncidentDrawer } from './incident-drawer.tsx';
import { IncidentTable } from './incident-table.tsx';
import { incidentListQuery, incidentSettingsQuery } from './incidents.queries.ts';
import { MergeDialog } from './merge-dialog.tsx';
import { StrictnessDialog } from './strictness-dialog.tsx';
import { type IncidentAddress, useIncidentAddress } from './use-incident-address.ts';
import { type IncidentDialog, useIncidentDialog } from './use-incident-dialog.ts';
import { INCIDENT_SHORTCUTS, useIncidentKeys } from './use-incident-keys.ts';

/** Groups that belong together, a row an incident. */
export function IncidentsView() {
  const address = useIncidentAddress();
  const [dialog, ask] = useIncidentDialog();
  const [selected, setSelected] = useState<ReadonlySet<string>>(() => new Set());
  const searchBox = useRef<HTMLInputElement>(null);
  useShortcuts(INCIDENT_SHORTCUTS);
  useIncidentKeys({ address, selected, search: searchBox, ask });
  const close = () => ask(null);
  return (
    <>
      <Filters address={address} searchRef={searchBox} ask={ask} />
      <section aria-labelledby="incident-list" className="flex min-h-0 min-w-0 flex-1 flex-col">
        <h2 id="incident-list" className="sr-only">
          Incidents
        </h2>
        <List address={address} selected={selected} onSelected={setSelected} ask={ask} />
      </section>
      {address.openId !== null && (
        <IncidentDrawer
          id={address.openId}
          onMoved={address.open}
          onClose={() => address.open(null)}
        />
      )}
      {dialog === 'strictness' && <StrictnessDialog onClose={close} />}
      {dialog === 'entities' && <CommonEntitiesDialog onClose={close} />}
      {dialog === 'merge' && selected.size > 1 && (
        <MergeDialog
          ids={[...selected]}
          onClose={close}
          onMerged={(id) => {
            close();
            setSelected(new Set());
            address.open(id);
          }}
        />
      )}
    </>
  );
}

interface FiltersProps {
  address: IncidentAddress;
  searchRef: RefObject<HTMLInputElement | null>;
  ask: (dialog: IncidentDialog) => void;
}

const ANY = 'any';

function Filters({ address, searchRef, ask }: FiltersProps) {
  const { search, change } = address;
  const [typed, type] = useSearchText(search.q, (text) => change('q', text));
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Input
        ref={searchRef}
        type="search"
        aria-label="Search incidents"
        placeholder="Host, user, address, hash or a given name"
        className="min-w-60 max-w-80 flex-1 basis-60"
        value={typed}
        onChange={(event) => type(event.target.value)}
      />
      <div className="w-36">
        <Select
          label="Severity"
          value={search.severity === '' ? ANY : search.severity}
          onValueChange={(value) => change('severity', value === ANY ? '' : value)}
          options={[
            { value: ANY, label: 'Any severity' },
            ...SEVERITIES.map((value) => ({ value, label: SEVERITY_LABELS[value] })),
          ]}
        />
      </div>
      <Segmented
        label="State"
        value={search.state === '' ? ANY : search.state}
        onValueChange={(value) => change('state', value === 'active' ? '' : value)}
        segments={[
          { value: 'active', label: 'With open alerts' },
          { value: 'closed', label: 'Closed' },
          { value: ANY, label: 'All' },
        ]}
      />
      <Segmented
        label="Size"
        value={search.linked === '' ? ANY : search.linked}
        onValueChange={(value) => change('linked', value === ANY ? '' : value)}
        segments={[
          { value: ANY, label: 'Any size' },
          { value: 'yes', label: 'Several groups' },
        ]}
      />
      <Segmented
        label="Order"
        value={search.sort === '' ? 'newest' : search.sort}
        onValueChange={(value) => change('order', value === 'newest' ? '' : value)}
        segments={[
          { value: 'newest', label: 'Newest' },
          { value: 'severity', label: 'Most severe' },
        ]}
      />
      <div className="ml-auto flex gap-2">
        <Button icon={<ListX aria-hidden />} onClick={() => ask('entities')}>
          Common entities
        </Button>
        <Button icon={<SlidersHorizontal aria-hidden />} onClick={() => ask('strictness')}>
          Strictness
        </Button>
      </div>
    </div>
  );
}

interface ListProps {
  address: IncidentAddress;
  selected: ReadonlySet<string>;
  onSelected: (ids: ReadonlySet<string>) => void;
  ask: (dialog: IncidentDialog) => void;
}

function List({ address, selected, onSelected, ask }: ListProps) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    incidentListQuery(useClient(), address.search),
  );
  const mayWrite = useMay('alerts.write');
  const incidents = useMemo(() => data?.pages.flatMap(({ rows }) => rows) ?? [], [data]);
  if (error && !data)
    return (
      <ErrorState
        title="Incidents could not be loaded"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <Skeleton className="min-h-72 w-full flex-1" />;
  const total = data.pages[0]?.total ?? incidents.length;
  return (
    <>
      <IncidentTable
        incidents={incidents}
        selection={mayWrite ? { ids: selected, onChange: onSelected } : undefined}
        onOpen={address.open}
        toolbar={<Toolbar total={total} selected={selected.size} ask={ask} />}
        empty={
          <EmptyState
            icon={<Network />}
            title="No incidents found"
            text="Groups of alerts that share hosts, users, addresses, files or mailboxes are linked here."
          />
        }
      />
      {hasNextPage && (
        <Button
          className="mt-2 self-center"
          disabled={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Show more incidents
        </Button>
      )}
    </>
  );
}

interface ToolbarProps {
  total: number;
  selected: number;
  ask: (dialog: IncidentDialog) => void;
}

function Toolbar({ total, selected, ask }: ToolbarProps) {
  const { data } = useQuery(incidentSettingsQuery(useClient()));
  if (selected > 0)
    return (
      <div className="flex flex-wrap items-center gap-2">
        <span className="text-fg tabular-nums">{selected.toLocaleString()} selected</span>
        <Button
          size="sm"
          icon={<Merge aria-hidden />}
          disabled={selected < 2}
          onClick={() => ask('merge')}
        >
          Merge
        </Button>
      </div>
    );
  return (
    <p className="text-fg-muted tabular-nums" role="status">
      {total === 1 ? '1 incident' : `${total.toLocaleString()} incidents`}
      {data && ` · strictness ${data.strictness}`}
      {data?.isPending && ' · linking is under way'}
    </p>
  );
}
