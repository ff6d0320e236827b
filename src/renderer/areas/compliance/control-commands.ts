import { CalendarClock, Plus } from 'lucide-react';
import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Command } from '../../api/commands.tsx';
import { withControlIntent } from './controls.intents.ts';

const CONTROLS = '/compliance?tab=controls';

/** What can be done with controls from anywhere. */
export function useControlCommands(): readonly Command[] {
  const navigate = useNavigate();
  return useMemo(
    () => [
      {
        id: 'controls.create',
        title: 'Create control',
        words: 'new add compliance',
        kind: 'action',
        icon: Plus,
        needs: 'compliance.write',
        run: () => navigate(CONTROLS, { state: withControlIntent('create') }),
      },
      {
        id: 'controls.due',
        title: 'Show controls that are due',
        words: 'overdue assessment compliance next',
        kind: 'action',
        icon: CalendarClock,
        needs: 'compliance.read',
        run: () => navigate(`${CONTROLS}&due=overdue`),
      },
    ],
    [navigate],
  );
}
