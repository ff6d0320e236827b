import { createContext, type ReactNode, useContext, useState } from 'react';
import { useStore } from 'zustand';
import { createDeskStore, type DeskState, type DeskStore } from './alerts.ui.ts';
import { useWaitingFiles } from './waiting-files.embed.tsx';

const DeskContext = createContext<DeskStore | null>(null);

export function DeskProvider({ children }: { children: ReactNode }) {
  const waiting = useWaitingFiles();
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
