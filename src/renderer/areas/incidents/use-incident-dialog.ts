import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

const DIALOGS = ['merge', 'strictness', 'entities'] as const;
export type IncidentDialog = (typeof DIALOGS)[number] | null;

/** What another part of the page asks the view to begin with, handed over with the navigation. */
export const withIncidentDialog = (incidents: IncidentDialog) => ({ incidents });

function dialogOf(state: unknown): IncidentDialog {
  if (typeof state !== 'object' || state === null || !('incidents' in state)) return null;
  return DIALOGS.find((name) => name === state.incidents) ?? null;
}

/** The dialog that is open. */
export function useIncidentDialog() {
  const [dialog, setDialog] = useState<IncidentDialog>(null);
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const asked = dialogOf(state);
    if (asked === null) return;
    setDialog(asked);
    // Taken up once: going back must not open it again.
    navigate({ pathname, search }, { replace: true, state: null });
  }, [pathname, search, state, navigate]);
  return [dialog, setDialog] as const;
}
