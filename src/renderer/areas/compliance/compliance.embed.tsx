import { FileUp, Library, SearchCheck, ShieldPlus } from 'lucide-react';
import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Command } from '../../api/commands.tsx';
import { useControlCommands } from './control-commands.ts';
import { ANALYZE_GAPS, GAPS_TAB } from './gaps.intent.ts';
import { frameworkDialogAddress } from './use-framework-address.ts';

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
      {
        id: 'compliance.create-framework',
        title: 'Create framework',
        words: 'compliance standard own rules',
        kind: 'action',
        icon: ShieldPlus,
        needs: 'compliance.write',
        run: () => navigate(frameworkDialogAddress('create-framework')),
      },
      {
        id: 'compliance.adopt-framework',
        title: 'Adopt a framework',
        words: 'compliance library pack standard law iso nist soc pci',
        kind: 'action',
        icon: Library,
        needs: 'compliance.write',
        run: () => navigate(frameworkDialogAddress('adopt')),
      },
      {
        id: 'compliance.import-framework',
        title: 'Import a framework',
        words: 'compliance oscal catalog profile ciso yaml xlsx csv',
        kind: 'action',
        icon: FileUp,
        needs: 'compliance.write',
        run: () => navigate(frameworkDialogAddress('import')),
      },
    ],
    [navigate, controls],
  );
}
