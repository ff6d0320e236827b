import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { EyeOff, Plus, Settings2, X } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { alertsContract } from '../../../shared/areas/alerts/alerts.contract.ts';
import {
  SUPPRESSION_STATE_LABELS,
  SUPPRESSION_STATES,
} from '../../../shared/areas/suppression/suppression.rules.ts';
import { accountName, useAccounts } from '../../api/accounts.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Input } from '../../ui/field.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useSearchText } from '../../ui/use-address-params.ts';
import { rulesText } from './suppression.text.ts';
import { suppressionColumns } from './suppression-columns.tsx';
import { AddSuppressionDialog } from './suppression-dialogs.tsx';
import { SuppressionDrawer } from './suppression-drawer.tsx';
import { SuppressionSettingsDialog } from './suppression-settings-dialog.tsx';
import { suppressionListQuery } from './suppressions.queries.ts';
import { isFiltered, NO_FILTER, useSuppressionAddress } from './use-suppression-address.ts';

/** Rules that keep known noise out of the queue, and what each of them hides. */
export function SuppressionsScreen() {
  const { put, openId, isAdding } = useSuppressionAddress();
  const mayWrite = useMay('alerts.write');
  const mayManage = useMay('workspace.manage');
  const [isSetting, setIsSetting] = useState(false);
  return (
    <div className="mx-auto flex w-full max-w-[100rem] flex-col gap-4">
      <PageHeader
        title="Suppression"
        purpose="Rules that keep known noise out of the queue, each with an owner, a reason and an end"
        actions={
          <>
            {mayManage && (
              <Button icon={<Settings2 aria-hidden />} onClick={() => setIsSetting(true)}>
                Settings
              </Button>
            )}
            {mayWrite && (
              <Button
                variant="primary"
                icon={<Plus aria-hidden />}
                onClick={() => put({ add: '1' })}
              >
                Add rule
              </Button>
            )}
          </>
        }
      />
      <Rules />
      {isAdding && mayWrite && <Adding />}
      {isSetting && <SuppressionSettingsDialog onClose={() => setIsSetting(false)} />}
      {openId !== null && (
        <SuppressionDrawer key={openId} id={openId} onClose={() => put({ rule: null })} />
      )}
    </div>
  );
}

/** A new rule; where it is to be like an alert, once that one is there. Back leads to the desk again. */
function Adding() {
  const { put, likeAlert } = useSuppressionAddress();
  const client = useClient();
  const found = useQuery({
    queryKey: ['alerts', 'like', likeAlert],
    queryFn: () => client.call(alertsContract.get, { params: { id: likeAlert ?? '' } }),
    enabled: likeAlert !== null,
  });
  const close = () => put({ add: null, alert: null });
  // Never a blank rule in its place: it would hide something else.
  if (likeAlert !== null && !found.data)
    return (
      <Dialog open onClose={close} title="Suppress alerts like this" size="sm">
        {found.isError ? (
          <ErrorState
            title="The alert could not be loaded"
            error={found.error}
            onRetry={() => void found.refetch()}
            isRetrying={found.isFetching}
          />
        ) : (
          <Skeleton className="h-24 w-full" />
        )}
      </Dialog>
    );
  return (
    <AddSuppressionDialog
      like={likeAlert === null ? null : (found.data ?? null)}
      onClose={close}
      onAdded={(rule) => put({ add: null, alert: null, rule })}
    />
  );
}

function Rules() {
  const { view, put } = useSuppressionAddress();
  const list = useInfiniteQuery(suppressionListQuery(useClient(), view));
  const open = useCallback((id: string) => put({ rule: id }), [put]);
  const columns = useMemo(() => suppressionColumns(open), [open]);
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.rows) ?? [], [list.data]);
  const total = list.data?.pages[0]?.total ?? rows.length;
  if (list.isError && !list.data)
    return (
      <ErrorState
        title="The rules could not be loaded"
        error={list.error}
        onRetry={() => void list.refetch()}
        isRetrying={list.isFetching}
      />
    );
  if (list.isPending)
    return (
      <div role="status" className="flex flex-col gap-2">
        <p className="text-fg-muted">Loading rules...</p>
        <Skeleton className="h-64 w-full" />
      </div>
    );
  return (
    <>
      <DataTable
        label="Suppression rules"
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        storageKey="suppression-rules"
        onOpen={({ id }) => open(id)}
        className="max-h-[70vh]"
        toolbar={<Filters total={total} />}
        empty={
          <EmptyState
            icon={<EyeOff />}
            title="No Rules Found"
            text={
              isFiltered(view)
                ? 'No rule matches your current filters.'
                : 'A rule begins with an alert: choose Suppress alerts like this at the desk.'
            }
            {...(isFiltered(view)
              ? { action: <Button onClick={() => put(NO_FILTER)}>Show all rules</Button> }
              : {})}
          />
        }
      />
      {list.hasNextPage && (
        <Button
          className="self-center"
          disabled={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </>
  );
}

const ALL = 'all';
const STATE_OPTIONS = [
  { value: ALL, label: 'All states' },
  ...SUPPRESSION_STATES.map((value) => ({
    value: value as string,
    label: SUPPRESSION_STATE_LABELS[value],
  })),
];

function Filters({ total }: { total: number }) {
  const { view, put } = useSuppressionAddress();
  const { all } = useAccounts();
  const [typed, type] = useSearchText(view.q, (q) => put({ q }));
  const owners = [
    { value: ALL, label: 'All owners' },
    ...all.map((account) => ({ value: account.id, label: accountName(account) })),
  ];
  const choose = (key: string) => (value: string) => put({ [key]: value === ALL ? null : value });
  const states = STATE_OPTIONS.some(({ value }) => value === view.state) || view.state === null;
  return (
    <search aria-label="Filters" className="flex min-w-0 flex-1 flex-wrap items-center gap-2">
      <Input
        type="search"
        value={typed}
        onChange={(event) => type(event.target.value)}
        placeholder="Search rules..."
        aria-label="Search rules"
        autoComplete="off"
        className="max-w-56"
      />
      <div className="w-36">
        <Select
          label="State"
          value={view.state ?? ALL}
          options={
            states
              ? STATE_OPTIONS
              : [...STATE_OPTIONS, { value: view.state ?? ALL, label: 'Several states' }]
          }
          onValueChange={choose('state')}
        />
      </div>
      <div className="w-40">
        <Select
          label="Owner"
          value={view.owner ?? ALL}
          options={owners}
          onValueChange={choose('owner')}
        />
      </div>
      {isFiltered(view) && (
        <Button size="sm" variant="ghost" icon={<X aria-hidden />} onClick={() => put(NO_FILTER)}>
          Clear filters
        </Button>
      )}
      <p aria-live="polite" className="text-xs text-fg-muted tabular-nums">
        {rulesText(total)}
      </p>
    </search>
  );
}
