import { createContext, type ReactNode, useContext, useState } from 'react';
import { useStore } from 'zustand';
import {
  createDeskStore,
  createWaitingFiles,
  type DeskState,
  type DeskStore,
  type WaitingFiles,
} from './alerts.ui.ts';

const DeskContext = createContext<DeskStore | null>(null);

const WaitingFilesContext = createContext<WaitingFiles | undefined>(undefined);

/** Around all screens of one session. */
export function WaitingFilesProvider({ children }: { children: ReactNode }) {
  const [waiting] = useState(createWaitingFiles);
  return <WaitingFilesContext value={waiting}>{children}</WaitingFilesContext>;
}

export function DeskProvider({ children }: { children: ReactNode }) {
  const waiting = useContext(WaitingFilesContext);
  const [desk] = useState(() => createDeskStore(waiting));
  return <DeskContext value={desk}>{children}</DeskContext>;
}

export function useDesk(): DeskStore {
  const desk = useContext(DeskContext);
  if (!desk) throw new Error('useDesk is used outside DeskProvider');
  return desk;
}

export function useDeskState<T>(select: (state: DeskState) => T): T {
  return useStore(useDesk().store, select);
}
