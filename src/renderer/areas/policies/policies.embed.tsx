import { CalendarX, FilePlus } from 'lucide-react';
import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Command } from '../../api/commands.tsx';

/** What can be done with policies from anywhere; the repository is the place. */
export function usePolicyCommands(): readonly Command[] {
  const navigate = useNavigate();
  return useMemo(
    () => [
      {
        id: 'policies.create',
        title: 'Create policy',
        words: 'new write draft template',
        kind: 'action',
        icon: FilePlus,
        needs: 'policies.write',
        run: () => navigate('/policies?create=1'),
      },
      {
        id: 'policies.show-outdated',
        title: 'Show outdated policies',
        words: 'review due overdue old',
        kind: 'action',
        icon: CalendarX,
        needs: 'policies.read',
        run: () => navigate('/policies?outdated=1'),
      },
    ],
    [navigate],
  );
}
