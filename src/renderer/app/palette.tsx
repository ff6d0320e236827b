import { useEffect, useMemo, useRef } from 'react';
import { type Command, useOfferedCommands } from '../api/commands.tsx';
import { useUser } from '../api/session.tsx';
import { useAlertCommands } from '../areas/alerts/alerts.embed.tsx';
import { useAuditCommands } from '../areas/audits/audits.embed.tsx';
import { useComplianceCommands } from '../areas/compliance/compliance.embed.tsx';
import { useEvidenceCommands } from '../areas/evidence/evidence.embed.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useGoCommands, useLookCommands, useSessionCommands } from './commands.tsx';
import { PaletteList } from './palette-list.tsx';
import { permittedCommands } from './palette-rows.ts';

interface PaletteProps {
  open: boolean;
  onClose: () => void;
}

/**
 * Search, go anywhere, run a command. It stays once it was loaded: what a command began may be
 * answered after the palette has closed.
 */
export function Palette({ open, onClose }: PaletteProps) {
  const commands = useAllCommands();
  const afterClose = useRef<(() => void) | null>(null);
  useEffect(() => {
    if (open || !afterClose.current) return;
    const run = afterClose.current;
    afterClose.current = null;
    // Focus goes back first, so that a dialog which the command opens returns it to the right place.
    const timer = setTimeout(run);
    return () => clearTimeout(timer);
  }, [open]);
  return (
    <Dialog open={open} onClose={onClose} title="Search and commands" look="bare">
      <PaletteList
        commands={commands}
        onChoose={(run) => {
          afterClose.current = run;
          onClose();
        }}
      />
    </Dialog>
  );
}

/** What the screens and bars that are shown offer, and what works everywhere; as far as the role may. */
function useAllCommands(): readonly Command[] {
  const { permissions } = useUser();
  const offered = useOfferedCommands();
  const alerts = useAlertCommands();
  const audits = useAuditCommands();
  const compliance = useComplianceCommands();
  const evidence = useEvidenceCommands();
  const look = useLookCommands();
  const session = useSessionCommands();
  const places = useGoCommands();
  return useMemo(
    () =>
      permittedCommands(
        [
          ...alerts,
          ...audits,
          ...compliance,
          ...evidence,
          ...offered,
          ...look,
          ...session,
          ...places,
        ],
        permissions,
      ),
    [alerts, audits, compliance, evidence, offered, look, session, places, permissions],
  );
}
