import { CalendarClock, ShieldPlus } from 'lucide-react';
import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Command } from '../../api/commands.tsx';

/** What can be done with risks from anywhere; the register is the place. */
export function useRiskCommands(): readonly Command[] {
  const navigate = useNavigate();
  return useMemo(
    () => [
      {
        id: 'risk.add',
        title: 'Add risk',
        words: 'new create register',
        kind: 'action',
        icon: ShieldPlus,
        needs: 'risk.write',
        run: () => navigate('/risk?add=1'),
      },
      {
        id: 'risk.show-overdue',
        title: 'Show overdue risks',
        words: 'late target acceptance expired review',
        kind: 'action',
        icon: CalendarClock,
        needs: 'risk.read',
        run: () => navigate('/risk?overdue=1'),
      },
    ],
    [navigate],
  );
}
