import { useQuery } from '@tanstack/react-query';
import { Pencil, Plus, Server, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import {
  type Asset,
  automationContract,
} from '../../../shared/areas/assistant/automation.contract.ts';
import { ENTITY_KIND_LABELS, entityLink } from '../../../shared/areas/entities/entities.rules.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import type { DataColumn } from '../../ui/use-data-table.ts';
import { AssetDialog, CRITICALITY_LABELS } from './asset-dialog.tsx';
import { assetsQuery, useAutomationCall } from './automation.queries.ts';
import { HistoryDialog } from './automation-history.tsx';

const TONES = { CRITICAL: 'bad', NORMAL: 'neutral', KNOWN_BENIGN: 'ok' } as const;

const COLUMNS: readonly DataColumn<Asset>[] = [
  {
    id: 'value',
    header: 'Entity',
    value: ({ value }) => value,
    share: 2,
    isFixed: true,
    cell: ({ kind, value }) => (
      <Link to={entityLink(kind, value)} className="truncate text-fg hover:underline">
        <Untrusted text={value} max={120} expand="none" />
      </Link>
    ),
  },
  { id: 'kind', header: 'Kind', value: ({ kind }) => ENTITY_KIND_LABELS[kind] },
  {
    id: 'criticality',
    header: 'Criticality',
    value: ({ criticality }) => CRITICALITY_LABELS[criticality],
    cell: ({ criticality }) => (
      <Badge tone={TONES[criticality]}>{CRITICALITY_LABELS[criticality]}</Badge>
    ),
  },
  { id: 'role', header: 'Role', value: ({ role }) => role },
  { id: 'owner', header: 'Owner', value: ({ owner }) => owner },
  { id: 'note', header: 'Note', value: ({ note }) => note, share: 2 },
];

/** What matters here, and what is known to be benign: it stands in the way of closing, or informs. */
export function AssetsTab() {
  const { data, error, refetch, isFetching } = useQuery(assetsQuery(useClient()));
  const mayWrite = useMay('alerts.write');
  const [open, setOpen] = useState<Asset | 'new' | null>(null);
  const [shown, setShown] = useState<Asset | null>(null);
  const remove = useAutomationCall(
    (client, id: string) => client.call(automationContract.removeAsset, { params: { id } }),
    () => 'Asset removed.',
  );
  const { mutate } = remove;
  const columns = useMemo(
    () => (mayWrite ? [...COLUMNS, editColumn(setOpen, (asset) => mutate(asset.id))] : COLUMNS),
    [mayWrite, mutate],
  );
  if (error)
    return (
      <ErrorState
        title="Assets could not be loaded"
        error={error}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    );
  if (!data) return <Skeleton className="h-64 w-full" />;
  const addButton = mayWrite && (
    <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => setOpen('new')}>
      Add asset
    </Button>
  );
  return (
    <>
      <DataTable
        label="Assets"
        columns={columns}
        rows={data}
        rowId={({ id }) => id}
        rowName={({ value }) => value}
        onOpen={setShown}
        storageKey="automation-assets"
        toolbar={addButton}
        empty={
          <EmptyState
            icon={<Server />}
            title="No Assets Yet"
            text="Alerts of a critical asset are never closed by themselves."
          />
        }
      />
      {shown && (
        <HistoryDialog
          resource="assets"
          id={shown.id}
          name={shown.value}
          onClose={() => setShown(null)}
        />
      )}
      {open !== null && (
        <AssetDialog asset={open === 'new' ? null : open} onClose={() => setOpen(null)} />
      )}
    </>
  );
}

function editColumn(
  onEdit: (asset: Asset) => void,
  onRemove: (asset: Asset) => void,
): DataColumn<Asset> {
  return {
    id: 'edit',
    header: 'Edit',
    value: () => null,
    isUnsortable: true,
    cell: (asset) => (
      <span className="flex gap-1">
        <Button
          size="sm"
          variant="ghost"
          label={`Edit ${asset.value}`}
          icon={<Pencil aria-hidden />}
          onClick={() => onEdit(asset)}
        />
        <Button
          size="sm"
          variant="ghost"
          label={`Remove ${asset.value}`}
          icon={<Trash2 aria-hidden />}
          onClick={() => onRemove(asset)}
        />
      </span>
    ),
  };
}
