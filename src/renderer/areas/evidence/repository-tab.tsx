import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { FileSearch, Plus } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import {
  EVIDENCE_FILTERS,
  type EvidenceFilterName,
} from '../../../shared/areas/evidence/evidence.contract.ts';
import {
  EVIDENCE_TYPE_LABELS,
  EVIDENCE_TYPES,
  type EvidenceType,
  SEARCH_COUNTED,
} from '../../../shared/areas/evidence/evidence.rules.ts';
import type { HostFile } from '../../../shared/host.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { useHost } from '../../host/host-context.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Input } from '../../ui/field.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Stat } from '../../ui/stat.tsx';
import { useAddressParams, useSearchText } from '../../ui/use-address-params.ts';
import { evidenceListQuery, evidenceStatsQuery, type RepositoryView } from './evidence.queries.ts';
import { FIGURES } from './evidence.text.ts';
import { CollectDialog } from './evidence-collect-dialog.tsx';
import { evidenceColumns } from './evidence-columns.tsx';
import { EvidenceDrawer } from './evidence-drawer.tsx';

const ALL = 'all';
const TYPE_OPTIONS = [
  { value: ALL, label: 'All Types' },
  ...EVIDENCE_TYPES.map((value) => ({ value, label: EVIDENCE_TYPE_LABELS[value] })),
];
const VALIDITY_OPTIONS = [
  { value: ALL, label: 'Any validity' },
  { value: 'valid', label: 'Valid' },
  { value: 'expiring', label: 'Expiring soon' },
  { value: 'expired', label: 'Expired' },
  { value: 'pending', label: 'Pending review' },
  { value: 'rejected', label: 'Rejected' },
];

/** Everything that was collected: figures, search, list, one piece in full, and the way in for more. */
export function RepositoryTab() {
  const client = useClient();
  const mayWrite = useMay('evidence.write');
  const { view, openId, collecting, put } = useRepositoryAddress();
  const list = useInfiniteQuery(evidenceListQuery(client, view));
  const [files, setFiles] = useState<readonly HostFile[] | null>(null);
  const host = useHost();
  const onFiles = useCallback(
    async (dropped: readonly File[]) => setFiles(await host.takeDropped(dropped)),
    [host],
  );
  const isCollecting = mayWrite && (files !== null || collecting);
  const open = useCallback((id: string) => put('evidence', id), [put]);
  const columns = useMemo(() => evidenceColumns(open), [open]);
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.rows) ?? [], [list.data]);
  const { total, isMore } = countOf(list.data?.pages[0]?.total, rows.length, list.hasNextPage);
  const isFiltered = view.q !== '' || view.type !== null || view.validity !== null;
  const collect = mayWrite && (
    <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => setFiles([])}>
      Collect Evidence
    </Button>
  );
  if (list.isError && !list.data) {
    return (
      <ErrorState
        title="The evidence could not be loaded"
        error={list.error}
        onRetry={() => void list.refetch()}
        isRetrying={list.isFetching}
      />
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <Figures />
      {list.isPending ? (
        <Skeleton className="h-64 w-full" />
      ) : (
        <DataTable
          label="Evidence"
          columns={columns}
          rows={rows}
          rowId={({ id }) => id}
          rowName={({ title }) => title}
          storageKey="evidence-repository"
          onOpen={({ id }) => open(id)}
          className="max-h-[60vh]"
          toolbar={
            <div className="flex min-w-0 flex-1 flex-wrap items-center gap-2">
              <Filters view={view} put={put} total={total} isMore={isMore} />
              {collect}
            </div>
          }
          empty={
            <EmptyState
              icon={<FileSearch />}
              title="No Evidence Found"
              text={
                isFiltered
                  ? 'No evidence matches your current filters.'
                  : 'Drop files anywhere on this page, or choose them.'
              }
              action={isFiltered ? undefined : collect || undefined}
            />
          }
        />
      )}
      {list.hasNextPage && (
        <Button
          disabled={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
          className="self-center"
        >
          {list.isFetchingNextPage
            ? 'Loading...'
            : `Show more (${rows.length.toLocaleString()} of ${countText(total, isMore)})`}
        </Button>
      )}
      <FileDrop
        title="Collect evidence"
        text="Files of any kind and size; each is hashed and stored encrypted."
        isAllowed={mayWrite && !isCollecting}
        onFiles={onFiles}
      />
      {isCollecting && (
        <CollectDialog
          files={files ?? []}
          onClose={() => {
            setFiles(null);
            put('collect', '');
          }}
        />
      )}
      {openId !== null && (
        <EvidenceDrawer
          key={openId}
          id={openId}
          onOpen={open}
          onClose={() => put('evidence', '')}
        />
      )}
    </div>
  );
}

function Figures() {
  const stats = useQuery(evidenceStatsQuery(useClient()));
  return (
    <div className="grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-5">
      {FIGURES.map(({ key, label, note, filter }) => (
        <Stat
          key={key}
          label={label}
          note={note}
          loading={stats.isPending}
          value={stats.data?.[key] ?? null}
          to={filter === null ? '/evidence' : `/evidence?validity=${filter}`}
        />
      ))}
    </div>
  );
}

interface FiltersProps {
  view: RepositoryView;
  put: (name: string, value: string) => void;
  total: number;
  /** There are more than `total`. */
  isMore: boolean;
}

/** Where it was not counted to its end, what is shown may already be more than was counted. */
function countOf(counted: number | null | undefined, shown: number, hasNext: boolean) {
  if (typeof counted === 'number') return { total: counted, isMore: false };
  return hasNext
    ? { total: Math.max(shown, SEARCH_COUNTED), isMore: true }
    : { total: shown, isMore: false };
}

const countText = (total: number, isMore: boolean) =>
  `${isMore ? 'more than ' : ''}${total.toLocaleString()}`;

function Filters({ view, put, total, isMore }: FiltersProps) {
  const [typed, type] = useSearchText(view.q, (text) => put('q', text));
  return (
    <search aria-label="Filters" className="flex min-w-0 flex-1 flex-wrap items-center gap-2">
      <Input
        type="search"
        value={typed}
        onChange={(event) => type(event.target.value)}
        placeholder="Search evidence..."
        aria-label="Search evidence"
        autoComplete="off"
        className="max-w-64"
      />
      <div className="w-40">
        <Select
          label="Type of evidence"
          value={view.type ?? ALL}
          options={TYPE_OPTIONS}
          onValueChange={(value) => put('type', value === ALL ? '' : value)}
        />
      </div>
      <div className="w-40">
        <Select
          label="Validity"
          value={view.validity ?? ALL}
          options={VALIDITY_OPTIONS}
          onValueChange={(value) => put('validity', value === ALL ? '' : value)}
        />
      </div>
      <p aria-live="polite" className="text-xs text-fg-muted tabular-nums">
        {total === 1 && !isMore ? '1 item' : `${countText(total, isMore)} items`}
      </p>
    </search>
  );
}

/** What is shown is in the address, so that a figure or a search result can lead to it. */
function useRepositoryAddress() {
  const [params, setParams] = useAddressParams();
  const put = useCallback(
    (name: string, value: string) =>
      setParams(
        (now) => {
          const next = new URLSearchParams(now);
          if (value) next.set(name, value);
          else next.delete(name);
          return next;
        },
        { replace: true },
      ),
    [setParams],
  );
  const view: RepositoryView = {
    q: (params.get('q') ?? '').trimStart().slice(0, 200),
    type: EVIDENCE_TYPES.find((type): type is EvidenceType => type === params.get('type')) ?? null,
    validity:
      EVIDENCE_FILTERS.find(
        (name): name is EvidenceFilterName => name === params.get('validity'),
      ) ?? null,
  };
  return { view, put, openId: params.get('evidence'), collecting: params.has('collect') };
}
