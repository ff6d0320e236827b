import { FilePlus, RotateCcw, X } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { evidenceContract } from '../../../shared/areas/evidence/evidence.contract.ts';
import type { HostFile } from '../../../shared/host.ts';
import { useClient } from '../../api/client-context.tsx';
import { useHost } from '../../host/host-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { sizeText } from './evidence.text.ts';
import { sendEvidenceFile, type UploadPhase, type UploadState } from './evidence.upload.ts';

/** A chosen file on its way. */
export interface Sending {
  readonly key: string;
  readonly file: HostFile;
  readonly state: UploadState;
}

export interface Sendings {
  readonly all: readonly Sending[];
  add(files: readonly HostFile[]): void;
  /** Gives a file up; the core forgets what has arrived. */
  drop(key: string): void;
  retry(key: string): void;
}

const begun = (size: number): UploadState => ({
  phase: 'sending',
  received: 0,
  size,
  uploadId: null,
  text: null,
});

/** Sends files while a dialog is open. What was not made evidence stays with the core for a day. */
export function useSendings(first: readonly HostFile[]): Sendings {
  const host = useHost();
  const client = useClient();
  const [all, setAll] = useState<readonly Sending[]>([]);
  const aborts = useRef(new Map<string, AbortController>());
  const count = useRef(0);

  const send = useCallback(
    (key: string, file: HostFile) => {
      const abort = new AbortController();
      aborts.current.set(key, abort);
      const onState = (state: UploadState) =>
        setAll((now) => now.map((one) => (one.key === key ? { ...one, state } : one)));
      // What went wrong is in the last state.
      sendEvidenceFile({ host, client, file, signal: abort.signal, onState }).catch(() => {});
    },
    [host, client],
  );
  const add = useCallback(
    (files: readonly HostFile[]) => {
      const added = files.map((file) => ({ key: `f${count.current++}`, file }));
      setAll((now) => [...now, ...added.map((one) => ({ ...one, state: begun(one.file.size) }))]);
      for (const { key, file } of added) send(key, file);
    },
    [send],
  );
  useEffect(() => {
    const running = aborts.current;
    if (first.length > 0) add(first);
    return () => {
      for (const abort of running.values()) abort.abort();
      running.clear();
      setAll([]);
    };
  }, [first, add]);

  return {
    all,
    add,
    drop(key) {
      aborts.current.get(key)?.abort();
      const id = all.find((one) => one.key === key)?.state.uploadId;
      setAll((now) => now.filter((one) => one.key !== key));
      if (id) client.call(evidenceContract.cancelUpload, { params: { id } }).catch(() => {});
    },
    retry(key) {
      const found = all.find((one) => one.key === key);
      if (found) send(key, found.file);
    },
  };
}

const PHASES: Record<UploadPhase, string> = {
  sending: 'Sending',
  waiting: 'Waiting',
  storing: 'Storing and reading back',
  stored: 'Stored',
  failed: 'Failed',
};

/** How far a file is, and what can be done about it. */
export function SendingRow({ sending, sendings }: { sending: Sending; sendings: Sendings }) {
  const { file, state, key } = sending;
  const isMoving = state.phase === 'sending' || state.phase === 'storing';
  return (
    <div className="flex flex-col gap-1">
      <div className="flex items-center gap-2">
        <span className="min-w-0 flex-1 truncate font-medium text-fg">
          <Untrusted text={file.name} max={120} expand="none" />
        </span>
        <span className="text-xs text-fg-muted tabular-nums">{sizeText(state.size)}</span>
        {state.phase === 'failed' && (
          <Button
            size="sm"
            variant="ghost"
            icon={<RotateCcw aria-hidden />}
            label={`Send ${file.name} again`}
            onClick={() => sendings.retry(key)}
          />
        )}
        <Button
          size="sm"
          variant="ghost"
          icon={<X aria-hidden />}
          label={`Give up ${file.name}`}
          onClick={() => sendings.drop(key)}
        />
      </div>
      {isMoving && (
        <Progress
          label={`${PHASES[state.phase]} ${file.name}`}
          value={state.phase === 'storing' || state.size === 0 ? null : state.received / state.size}
        />
      )}
      <p aria-live="polite" className={state.phase === 'failed' ? 'text-bad' : 'text-fg-muted'}>
        {PHASES[state.phase]}
        {state.text !== null && `: ${state.text}`}
      </p>
    </div>
  );
}

export function ChooseFiles({ sendings }: { sendings: Sendings }) {
  const host = useHost();
  return (
    <Button
      size="sm"
      icon={<FilePlus aria-hidden />}
      className="self-start"
      onClick={async () => sendings.add(await host.pickFiles())}
    >
      {sendings.all.length === 0 ? 'Choose files' : 'Add files'}
    </Button>
  );
}
