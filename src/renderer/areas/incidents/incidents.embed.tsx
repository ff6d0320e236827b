/** What other areas show of incidents. */
import { ListX, Network, SlidersHorizontal } from 'lucide-react';
import { lazy, useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Command } from '../../api/commands.tsx';
import { type IncidentDialog, withIncidentDialog } from './use-incident-dialog.ts';

/** The view of the desk, loaded when it is first shown. */
export const IncidentsView = lazy(async () => ({
  default: (await import('./incidents-view.tsx')).IncidentsView,
}));

const VIEW = '/alerts?show=incidents';

/** What can be done with incidents from anywhere. */
export function useIncidentCommands(): readonly Command[] {
  const navigate = useNavigate();
  return useMemo(() => {
    const ask = (dialog: IncidentDialog) => navigate(VIEW, { state: withIncidentDialog(dialog) });
    return [
      {
        id: 'incidents.open',
        title: 'Show incidents',
        words: 'linked groups together campaign',
        kind: 'action',
        icon: Network,
        needs: 'alerts.read',
        run: () => navigate(VIEW),
      },
      {
        id: 'incidents.strictness',
        title: 'Set strictness of linking',
        words: 'incidents preview threshold merge split',
        kind: 'action',
        icon: SlidersHorizontal,
        needs: 'alerts.read',
        run: () => ask('strictness'),
      },
      {
        id: 'incidents.entities',
        title: 'Edit entities too common to link',
        words: 'incidents gateway resolver always never allow list',
        kind: 'action',
        icon: ListX,
        needs: 'alerts.read',
        run: () => ask('entities'),
      },
    ];
  }, [navigate]);
}
