import { FileClock, FilePlus } from 'lucide-react';
import { lazy, useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Command } from '../../api/commands.tsx';

/** Loaded when it is shown: the palette's part of this file belongs to the first screen. */
export const EvidenceChoice = lazy(async () => ({
  default: (await import('./evidence-choice.tsx')).EvidenceChoice,
}));

export const EvidenceTicks = lazy(async () => ({
  default: (await import('./evidence-ticks.tsx')).EvidenceTicks,
}));

/** Sends a file that another area makes evidence of; loaded when one is sent. */
export const loadEvidenceSender = async () =>
  (await import('./evidence.upload.ts')).sendEvidenceFile;

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
