import { useInfiniteQuery } from '@tanstack/react-query';
import { FilePlus, FolderPlus, X } from 'lucide-react';
import { useCallback, useId, useMemo, useRef, useState } from 'react';
import type { Session } from '../../../../shared/areas/forensics/intake/intake.contract.ts';
import { useClient } from '../../../api/client-context.tsx';
import { useMay } from '../../../api/session.tsx';
import { useHost } from '../../../host/host-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FileDrop } from '../../../ui/file-drop.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { Untrusted } from '../../../ui/untrusted.tsx';
import { droppedFiles, folderFiles } from './dropped-files.ts';
import { filesQuery } from './intake.queries.ts';
import type { SessionLayer } from './session-actions.tsx';
import { sessionColumns } from './session-columns.tsx';
import { SessionLayers } from './session-layers.tsx';
import type { Bringing, BroughtFile } from './use-bringing.ts';

interface EvidenceFilesProps {
  investigationId: string;
  isClosed: boolean;
  /** Files on their way: kept by who stays when this part is not shown. */
  bringing: Bringing;
  /** Leads to the events of the investigation; absent where they are not to be seen. */
  onEvents?: (() => void) | undefined;
  /** Its receipt is open at first. */
  fileId?: string | null;
}

/** The files of an investigation: brought, read, and what became of each. */
export function EvidenceFiles({
  investigationId,
  isClosed,
  bringing,
  onEvents,
  fileId = null,
}: EvidenceFilesProps) {
  const mayForensics = useMay('forensics.write');
  const mayEvidence = useMay('evidence.write');
  const mayWrite = mayForensics && mayEvidence && !isClosed;
  const found = useInfiniteQuery(filesQuery(useClient(), investigationId, null));
  const [layer, setLayer] = useState<{ kind: SessionLayer; id: string } | null>(() =>
    fileId === null ? null : { kind: 'receipt', id: fileId },
  );
  const onLayer = useCallback(
    (kind: SessionLayer, { id }: Pick<Session, 'id'>) => setLayer({ kind, id }),
    [],
  );
  const columns = useMemo(() => sessionColumns({ mayWrite, onLayer }), [mayWrite, onLayer]);
  const rows = useMemo(() => found.data?.pages.flatMap((page) => page.rows) ?? [], [found.data]);
  const { addNamed } = bringing;
  const onFiles = useCallback(
    (files: readonly File[], transfer: DataTransfer | null) =>
      void droppedFiles(files, transfer).then(addNamed),
    [addNamed],
  );
  return (
    <div className="flex min-h-0 flex-col gap-3 pt-3">
      <FileDrop
        title="Drop to take into the investigation"
        text="Files, folders and archives"
        isAllowed={mayWrite && layer === null}
        onFiles={onFiles}
      />
      {mayWrite && <BringFiles bringing={bringing} />}
      <Loaded query={found} failed="The files could not be loaded">
        {(data) => (
          <>
            <DataTable
              label="Evidence files"
              columns={columns}
              rows={rows}
              rowId={({ id }) => id}
              rowName={({ fileName }) => fileName ?? 'a file'}
              storageKey="investigation-files"
              onOpen={(row) => onLayer('receipt', row)}
              toolbar={
                <FilesBar total={data.pages[0]?.total ?? 0} rows={rows} onEvents={onEvents} />
              }
              empty={
                <EmptyState
                  title="No files yet"
                  text="Event logs, captures, disk artefacts and archives of them are kept as evidence, and what they say becomes events of this investigation."
                />
              }
            />
            {found.hasNextPage && (
              <Button onClick={() => void found.fetchNextPage()} className="self-center">
                Show more
              </Button>
            )}
          </>
        )}
      </Loaded>
      {layer !== null && (
        <SessionLayers
          key={layer.id}
          kind={layer.kind}
          id={layer.id}
          mayWrite={mayWrite}
          onLayer={onLayer}
          onClose={() => setLayer(null)}
        />
      )}
    </div>
  );
}

function FilesBar({
  total,
  rows,
  onEvents,
}: {
  total: number;
  rows: readonly Session[];
  onEvents: (() => void) | undefined;
}) {
  const events = rows.reduce((sum, row) => sum + (row.events ?? 0) + row.innerEvents, 0);
  return (
    <p className="flex flex-wrap items-center gap-2 text-fg-muted tabular-nums" aria-live="polite">
      {total.toLocaleString()} {total === 1 ? 'file' : 'files'}, {events.toLocaleString()}{' '}
      {events === 1 ? 'event' : 'events'}
      {events > 0 && onEvents && (
        <Button size="sm" variant="ghost" onClick={onEvents}>
          Show events
        </Button>
      )}
    </p>
  );
}

function BringFiles({ bringing }: { bringing: Bringing }) {
  const host = useHost();
  const folder = useRef<HTMLInputElement>(null);
  const folderId = useId();
  return (
    <section
      aria-label="Add evidence files"
      className="flex flex-col gap-2 rounded-lg border border-dashed border-line-strong px-4 py-3"
    >
      <div className="flex flex-wrap items-center gap-2">
        <Button
          icon={<FilePlus aria-hidden />}
          onClick={async () => bringing.add(await host.pickFiles())}
        >
          Choose files
        </Button>
        <Button icon={<FolderPlus aria-hidden />} onClick={() => folder.current?.click()}>
          Choose a folder
        </Button>
        <label htmlFor={folderId} className="sr-only">
          Folder of evidence
        </label>
        <input
          {...{ webkitdirectory: '' }}
          ref={folder}
          id={folderId}
          type="file"
          multiple
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => {
            const chosen = [...(event.target.files ?? [])];
            event.target.value = '';
            void bringing.addNamed(folderFiles(chosen));
          }}
        />
        <p className="text-fg-muted">
          or drop files, folders and archives (ZIP, tar, gzip) anywhere in this window.
        </p>
      </div>
      {bringing.files.length > 0 && (
        <ul
          className="flex max-h-48 flex-col gap-2 overflow-y-auto"
          aria-label="Files on their way"
        >
          {bringing.files.map((file) => (
            <OnItsWay key={file.key} file={file} onDrop={() => bringing.drop(file.key)} />
          ))}
        </ul>
      )}
    </section>
  );
}

const WORDS = { waiting: 'Waits', sending: 'Taking in', refused: 'Not taken in' } as const;

function OnItsWay({ file, onDrop }: { file: BroughtFile; onDrop: () => void }) {
  const { name, state, progress, text } = file;
  return (
    <li className="flex flex-col gap-1">
      <div className="flex items-center gap-2">
        <span className="min-w-0 flex-1 truncate text-fg">
          <Untrusted text={name} max={140} expand="none" />
        </span>
        <span className={state === 'refused' ? 'text-bad' : 'text-fg-muted'}>{WORDS[state]}</span>
        <Button
          size="sm"
          variant="ghost"
          icon={<X aria-hidden />}
          label={state === 'refused' ? `Put away ${name}` : `Give up ${name}`}
          onClick={onDrop}
        />
      </div>
      {state === 'sending' && <Progress label={`Taking in ${name}`} value={progress} />}
      {text !== null && (
        <p className={state === 'refused' ? 'text-bad' : 'text-fg-muted'} aria-live="polite">
          <Untrusted text={text} max={300} expand="none" />
        </p>
      )}
    </li>
  );
}
