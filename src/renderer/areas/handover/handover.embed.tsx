import { ClipboardList, FilePlus } from 'lucide-react';
import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Command } from '../../api/commands.tsx';

/** What can be done about the shift from anywhere. */
export function useHandoverCommands(): readonly Command[] {
  const navigate = useNavigate();
  return useMemo(
    () => [
      {
        id: 'handover.open',
        title: 'Open shift handover',
        words: 'shift handover report',
        kind: 'action',
        icon: ClipboardList,
        needs: 'alerts.read',
        run: () => navigate('/handover'),
      },
      {
        id: 'handover.new',
        title: 'Hand over the shift',
        words: 'new handover generate report end',
        kind: 'action',
        icon: FilePlus,
        needs: 'alerts.write',
        run: () => navigate('/handover?new=1'),
      },
    ],
    [navigate],
  );
}
