import { CalendarPlus, CircleAlert } from 'lucide-react';
import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Command } from '../../api/commands.tsx';

/** What can be done with audits from anywhere. */
export function useAuditCommands(): readonly Command[] {
  const navigate = useNavigate();
  return useMemo(
    () => [
      {
        id: 'audits.schedule',
        title: 'Schedule audit',
        words: 'new plan add',
        kind: 'action',
        icon: CalendarPlus,
        needs: 'audits.write',
        run: () => navigate('/audits?schedule=new'),
      },
      {
        id: 'audits.open-findings',
        title: 'Show open findings',
        words: 'issues remediation overdue',
        kind: 'action',
        icon: CircleAlert,
        needs: 'audits.read',
        run: () => navigate('/audits?tab=findings&state=open'),
      },
    ],
    [navigate],
  );
}
