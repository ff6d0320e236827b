import { Building2, CalendarClock } from 'lucide-react';
import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Command } from '../../api/commands.tsx';

/** What can be done with vendors from anywhere; the registry is the place. */
export function useVendorCommands(): readonly Command[] {
  const navigate = useNavigate();
  return useMemo(
    () => [
      {
        id: 'vendors.add',
        title: 'Add vendor',
        words: 'supplier third party new registry',
        kind: 'action',
        icon: Building2,
        needs: 'vendors.write',
        run: () => navigate('/vendors?add=1'),
      },
      {
        id: 'vendors.show-due',
        title: 'Show due vendor reviews',
        words: 'supplier third party review due overdue assessment',
        kind: 'action',
        icon: CalendarClock,
        needs: 'vendors.read',
        run: () => navigate('/vendors?due=1'),
      },
    ],
    [navigate],
  );
}
