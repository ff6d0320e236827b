/** Brings files into an investigation, one after another, for as long as its drawer is open. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { intakeContract } from '../../../../shared/areas/forensics/intake/intake.contract.ts';
import type { HostFile } from '../../../../shared/host.ts';
import { useClient } from '../../../api/client-context.tsx';
import { useHost } from '../../../host/host-context.tsx';
import { describeError } from '../../../ui/error-text.ts';
import { loadEvidenceSender } from '../../evidence/evidence.embed.tsx';
import type { NamedFile } from './dropped-files.ts';

export interface BroughtFile {
  readonly key: number;
  readonly name: string;
  readonly state: 'waiting' | 'sending' | 'refused';
  /** 0 to 1; null where nobody can say. */
  readonly progress: number | null;
  readonly text: string | null;
}

interface Pending extends BroughtFile {
  readonly file: HostFile;
  readonly path: string;
}

export interface Bringing {
  readonly files: readonly BroughtFile[];
  readonly isSending: boolean;
  add(files: readonly HostFile[]): void;
  /** As the page has them: of a drop, or of a folder. */
  addNamed(files: readonly NamedFile[]): Promise<void>;
  /** Gives up one that waits or is on its way, or puts a refusal away. */
  drop(key: number): void;
}

export function useBringing(investigationId: string): Bringing {
  const host = useHost();
  const client = useClient();
  const [files, setFiles] = useState<readonly Pending[]>([]);
  const next = useRef(0);
  const abort = useRef<{ key: number; controller: AbortController } | null>(null);

  const current = files.find(({ state }) => state !== 'refused');
  const key = current?.key ?? null;

  const put = useCallback((changed: number, patch: Partial<Pending>) => {
    setFiles((now) => now.map((one) => (one.key === changed ? { ...one, ...patch } : one)));
  }, []);
  const forget = useCallback((gone: number) => {
    setFiles((now) => now.filter((one) => one.key !== gone));
  }, []);

  // One at a time: the first that is not refused; `key` changes when it is done with.
  // biome-ignore lint/correctness/useExhaustiveDependencies: its own progress must not begin it again
  useEffect(() => {
    if (!current || key === null) return;
    const controller = new AbortController();
    abort.current = { key, controller };
    const { file, path } = current;
    const { signal } = controller;
    const bring = async () => {
      put(key, { state: 'sending' });
      const send = await loadEvidenceSender();
      const uploadId = await send({
        ...{ host, client, file, signal, isFresh: path !== file.name },
        onState: ({ phase, received, size, text }) =>
          put(key, {
            progress: phase === 'sending' && size > 0 ? received / size : null,
            text: phase === 'waiting' ? text : null,
          }),
      });
      if (signal.aborted) return;
      await client.call(intakeContract.addFile, {
        params: { id: investigationId },
        body: { uploadId, path },
      });
    };
    bring().then(
      () => forget(key),
      (error: unknown) => {
        if (!signal.aborted) put(key, { state: 'refused', text: describeError(error).why });
      },
    );
    return () => controller.abort();
  }, [key, host, client, investigationId, put, forget]);

  const add = useCallback((chosen: readonly { file: HostFile; path: string }[]) => {
    const added = chosen.map(({ file, path }) => ({
      ...{ key: next.current++, file, path, name: path },
      ...{ state: 'waiting' as const, progress: null, text: null },
    }));
    setFiles((now) => [...now, ...added]);
  }, []);

  return {
    files,
    isSending: key !== null,
    add: useCallback((chosen) => add(chosen.map((file) => ({ file, path: file.name }))), [add]),
    addNamed: useCallback(
      async (named) => {
        const taken = await host.takeDropped(named.map(({ file }) => file));
        // What is no file is left out by the host: names go along where none was.
        const paths = taken.length === named.length ? named.map(({ path }) => path) : [];
        add(taken.map((file, n) => ({ file, path: paths[n] ?? file.name })));
      },
      [add, host],
    ),
    drop(gone) {
      if (abort.current?.key === gone) abort.current.controller.abort();
      forget(gone);
    },
  };
}
