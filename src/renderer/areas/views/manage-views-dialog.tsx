import { FileDown, FileUp, Star, Trash2, Users } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { SavedView } from '../../../shared/areas/views/views.contract.ts';
import { viewsContract } from '../../../shared/areas/views/views.contract.ts';
import { useMay } from '../../api/session.tsx';
import { useHost } from '../../host/host-context.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useToast } from '../../ui/toast.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { useErrorToast } from '../../ui/use-error-toast.ts';
import {
  useChangeView,
  useDefaultView,
  useImportViews,
  useRemoveView,
  viewHref,
} from './views.queries.ts';

/** More than any file of views has. */
const FILE_MAX_BYTES = 2_000_000;

interface ManageViewsDialogProps {
  views: readonly SavedView[];
  onClose: () => void;
}

/** Own and shared views: opened, shared, chosen for the start, given as link and file. */
export function ManageViewsDialog({ views, onClose }: ManageViewsDialogProps) {
  const [doomed, setDoomed] = useState<SavedView | null>(null);
  const onError = useErrorToast();
  const remove = useRemoveView();
  return (
    <Dialog
      open
      onClose={onClose}
      title="Views"
      description="Filters under a name: own ones, and those that others share."
      size="lg"
      footer={<FileButtons hasViews={views.length > 0} />}
    >
      {views.length === 0 ? (
        <EmptyState title="No Views Yet" text="Filter the alerts, then choose Save view." />
      ) : (
        <ul className="divide-y divide-line">
          {views.map((view) => (
            <ViewLine
              key={view.id}
              view={view}
              onClose={onClose}
              onRemove={() => setDoomed(view)}
            />
          ))}
        </ul>
      )}
      <ConfirmDialog
        open={doomed !== null}
        onClose={() => setDoomed(null)}
        title="Delete view"
        text={
          <>
            The view "<Untrusted text={doomed?.name} max={80} expand="none" />" is deleted
            {doomed?.isShared && ', for everybody'}. Alerts stay as they are.
          </>
        }
        confirmLabel="Delete"
        tone="destructive"
        onConfirm={() => {
          if (doomed) remove.mutate(doomed.id, { onError });
          setDoomed(null);
        }}
      />
    </Dialog>
  );
}

interface ViewLineProps {
  view: SavedView;
  onClose: () => void;
  onRemove: () => void;
}

function ViewLine({ view, onClose, onRemove }: ViewLineProps) {
  const mayWrite = useMay('alerts.write');
  const onError = useErrorToast();
  const change = useChangeView();
  const setDefault = useDefaultView();
  const { id, name, filter, isMine, isShared, isDefault, ownerName } = view;
  const says = Object.entries(filter)
    .filter(([, value]) => value)
    .map(([key, value]) => (key === 'query' || key === 'q' ? value : `${key}: ${value}`))
    .join(' · ');
  return (
    <li className="flex flex-wrap items-center gap-2 py-2">
      <div className="min-w-0 flex-1 basis-56">
        <Link
          to={viewHref(view)}
          onClick={onClose}
          className="rounded-sm font-medium text-accent-text hover:underline"
        >
          <Untrusted text={name} max={80} expand="none" />
        </Link>
        {!isMine && (
          <span className="text-xs text-fg-muted">
            {' by '}
            <Untrusted text={ownerName ?? 'somebody'} max={80} expand="none" />
          </span>
        )}
        <p className="truncate font-mono text-xs text-fg-muted">
          <Untrusted text={says || 'All alerts'} max={160} expand="none" />
        </p>
      </div>
      <CopyButton
        text={new URL(viewHref(view), window.location.href).href}
        label={`Copy the link to ${name}`}
      />
      {mayWrite && (
        <Button
          size="sm"
          variant={isDefault ? 'secondary' : 'ghost'}
          icon={<Star aria-hidden />}
          aria-pressed={isDefault}
          aria-label={`Default: ${name}`}
          onClick={() => setDefault.mutate(isDefault ? null : id, { onError })}
        >
          Default
        </Button>
      )}
      {mayWrite && isMine && (
        <>
          <Button
            size="sm"
            variant={isShared ? 'secondary' : 'ghost'}
            icon={<Users aria-hidden />}
            aria-pressed={isShared}
            aria-label={`Shared: ${name}`}
            onClick={() => change.mutate({ id, change: { isShared: !isShared } }, { onError })}
          >
            Shared
          </Button>
          <Button
            size="sm"
            variant="ghost"
            label={`Delete ${name}`}
            icon={<Trash2 aria-hidden />}
            onClick={onRemove}
          />
        </>
      )}
    </li>
  );
}

function FileButtons({ hasViews }: { hasViews: boolean }) {
  const host = useHost();
  const mayWrite = useMay('alerts.write');
  const { toast } = useToast();
  const onError = useErrorToast();
  const importViews = useImportViews();
  const pick = () => {
    const input = document.createElement('input');
    input.type = 'file';
    input.accept = '.json,application/json';
    input.addEventListener('change', () => void read(input.files?.[0]));
    input.click();
  };
  const read = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > FILE_MAX_BYTES)
      return onError(new Error('This file is too large for a file of views.'));
    importViews.mutate(await file.text(), {
      onError,
      onSuccess({ added, passedOver }) {
        const known = passedOver > 0 ? `; ${passedOver} were here already` : '';
        toast({
          title: 'Success',
          description: `${added} ${added === 1 ? 'view' : 'views'} added${known}`,
        });
      },
    });
  };
  const save = async () => {
    try {
      const isSaved = await host.saveAs(viewsContract.exportAll.path, 'watchfloor-views.json');
      // The browser shows its own downloads; the desktop has nothing that does.
      if (isSaved && host.kind === 'desktop')
        toast({ title: 'Success', description: 'Views saved' });
    } catch (error) {
      onError(error);
    }
  };
  return (
    <>
      {mayWrite && (
        <Button icon={<FileUp aria-hidden />} onClick={pick}>
          Import
        </Button>
      )}
      <Button icon={<FileDown aria-hidden />} disabled={!hasViews} onClick={() => void save()}>
        Export
      </Button>
    </>
  );
}
