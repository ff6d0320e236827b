import { SearchCheck } from 'lucide-react';
import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Command } from '../../api/commands.tsx';
import { useControlCommands } from './control-commands.ts';
import { ANALYZE_GAPS, GAPS_TAB } from './gaps.intent.ts';

/** What can be done with compliance from anywhere. */
export function useComplianceCommands(): readonly Command[] {
  const navigate = useNavigate();
  const controls = useControlCommands();
  return useMemo(
    () => [
      ...controls,
      {
        id: 'compliance.analyze-gaps',
        title: 'Run gap analysis',
        words: 'compliance controls missing evidence next best actions',
        kind: 'action',
        icon: SearchCheck,
        needs: 'compliance.read',
        run: () => navigate(GAPS_TAB, { state: ANALYZE_GAPS }),
      },
    ],
    [navigate, controls],
  );
}
