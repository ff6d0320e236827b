import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link2, Network } from 'lucide-react';
import { useMemo, useState } from 'react';
import {
  MAPPING_STATES,
  type MappedControl,
  type MappingState,
} from '../../../shared/areas/evidence/mappings.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Input } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useAddressParams } from '../../ui/use-address-params.ts';
import { mappingColumns } from './mapping-columns.tsx';
import { MappingDialog } from './mapping-dialog.tsx';
import { MappingFigures } from './mapping-figures.tsx';
import { type MappingView, mappedControlsQuery, mappingSummaryQuery } from './mappings.queries.ts';
import { MAPPING_LABELS } from './mappings.text.ts';
import { UnlinkedEvidenceDialog } from './unlinked-dialog.tsx';

const ALL = 'all';
const STATE_PARAM = 'state';
const STATE_OPTIONS = [
  { value: ALL, label: 'All controls' },
  ...MAPPING_STATES.map((value) => ({ value, label: MAPPING_LABELS[value] })),
];

/** Controls against the evidence that proves them: what is proven, until when, and what is not. */
export function MappingsTab() {
  const client = useClient();
  const [params, setParams] = useAddressParams();
  const view = viewOf(params);
  const controls = useInfiniteQuery(mappedControlsQuery(client, view));
  const summary = useQuery(mappingSummaryQuery(client));
  const [open, setOpen] = useState<MappedControl | null>(null);
  const [showsUnlinked, setShowsUnlinked] = useState(false);
  const columns = useMemo(() => mappingColumns(setOpen), []);
  const rows = useMemo(
    () => controls.data?.pages.flatMap((page) => page.rows) ?? [],
    [controls.data],
  );
  const put = (name: string, value: string) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      { replace: true },
    );
  if (controls.isError && !controls.data) {
    return (
      <ErrorState
        title="The control mappings could not be loaded"
        error={controls.error}
        onRetry={() => void controls.refetch()}
        isRetrying={controls.isFetching}
      />
    );
  }
  if (controls.isPending) return <Skeleton className="h-64 w-full" />;
  const total = controls.data.pages[0]?.total ?? rows.length;
  return (
    <div className="flex flex-col gap-4">
      <MappingFigures
        summary={summary.data}
        onState={(state) => put(STATE_PARAM, state)}
        onUnlinked={() => setShowsUnlinked(true)}
      />
      <DataTable
        label="Control mappings"
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        rowName={({ controlId, framework }) => `${controlId} of ${framework}`}
        storageKey="control-mappings"
        onOpen={setOpen}
        className="max-h-[60vh]"
        toolbar={
          <search aria-label="Filters" className="flex flex-wrap items-center gap-2">
            <Input
              type="search"
              defaultValue={view.q}
              onChange={(event) => put('q', event.target.value)}
              placeholder="Search controls..."
              aria-label="Search controls"
              autoComplete="off"
              className="max-w-64"
            />
            <div className="w-52">
              <Select
                label="Evidence of the control"
                value={view.state ?? ALL}
                options={STATE_OPTIONS}
                onValueChange={(value) => put(STATE_PARAM, value === ALL ? '' : value)}
              />
            </div>
            <p aria-live="polite" className="text-xs text-fg-muted tabular-nums">
              {total === 1 ? '1 control' : `${total.toLocaleString()} controls`}
            </p>
          </search>
        }
        empty={
          <EmptyState
            icon={<Network />}
            title="No Controls Found"
            text={
              view.q || view.state || view.framework
                ? 'No controls match your current filters.'
                : 'Adopt a framework, and its controls can be linked to evidence here.'
            }
          />
        }
      />
      {controls.hasNextPage && (
        <Button
          icon={<Link2 aria-hidden />}
          disabled={controls.isFetchingNextPage}
          onClick={() => void controls.fetchNextPage()}
          className="self-center"
        >
          {controls.isFetchingNextPage
            ? 'Loading...'
            : `Show more (${rows.length.toLocaleString()} of ${total.toLocaleString()})`}
        </Button>
      )}
      {open && <MappingDialog control={open} onClose={() => setOpen(null)} />}
      {showsUnlinked && <UnlinkedEvidenceDialog onClose={() => setShowsUnlinked(false)} />}
    </div>
  );
}

function viewOf(params: URLSearchParams): MappingView {
  const state = MAPPING_STATES.find(
    (name): name is MappingState => name === params.get(STATE_PARAM),
  );
  return {
    q: (params.get('q') ?? '').trim().slice(0, 200),
    framework: params.get('framework'),
    state: state ?? null,
  };
}
