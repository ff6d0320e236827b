import { FileClock, FilePlus } from 'lucide-react';
import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Command } from '../../api/commands.tsx';

/** What can be done with evidence from anywhere; the repository is the place. */
export function useEvidenceCommands(): readonly Command[] {
  const navigate = useNavigate();
  return useMemo(
    () => [
      {
        id: 'evidence.collect',
        title: 'Collect evidence',
        words: 'upload file add new proof',
        kind: 'action',
        icon: FilePlus,
        needs: 'evidence.write',
        run: () => navigate('/evidence?collect=1'),
      },
      {
        id: 'evidence.show-expired',
        title: 'Show expired evidence',
        words: 'old due out of date',
        kind: 'action',
        icon: FileClock,
        needs: 'evidence.read',
        run: () => navigate('/evidence?validity=expired'),
      },
    ],
    [navigate],
  );
}
