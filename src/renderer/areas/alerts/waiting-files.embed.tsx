/** Files that wait to be imported outlive the desk; apart from it, as the first screen needs no more of the desk. */
import { createContext, type ReactNode, useContext, useState } from 'react';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { HostFile } from '../../../shared/host.ts';

/** A file in the queue; `key` tells two choices of the same file apart. */
export interface QueuedFile {
  readonly key: string;
  readonly file: HostFile;
}

/** Whoever comes back to the desk finds them. */
export type WaitingFiles = StoreApi<readonly QueuedFile[]>;

export const createWaitingFiles = (): WaitingFiles => createStore<readonly QueuedFile[]>(() => []);

const WaitingFilesContext = createContext<WaitingFiles | undefined>(undefined);

/** Around all screens of one session. */
export function WaitingFilesProvider({ children }: { children: ReactNode }) {
  const [waiting] = useState(createWaitingFiles);
  return <WaitingFilesContext value={waiting}>{children}</WaitingFilesContext>;
}

export const useWaitingFiles = (): WaitingFiles | undefined => useContext(WaitingFilesContext);
