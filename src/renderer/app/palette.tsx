import { useEffect, useMemo, useRef } from 'react';
import { type Command, useOfferedCommands } from '../api/commands.tsx';
import { useUser } from '../api/session.tsx';
import { useActionCommands } from '../areas/actions/actions.embed.tsx';
import { useAlertCommands } from '../areas/alerts/alerts.embed.tsx';
import { useAutomationCommands } from '../areas/assistant/engine.embed.tsx';
import { useAuditCommands } from '../areas/audits/audits.embed.tsx';
import { useCalendarCommands } from '../areas/calendar/calendar.embed.tsx';
import { useComplianceCommands } from '../areas/compliance/compliance.embed.tsx';
import { useEntityCommands } from '../areas/entities/entities.embed.tsx';
import { useEvidenceCommands } from '../areas/evidence/evidence.embed.tsx';
import { useForensicsCommands } from '../areas/forensics/forensics.embed.tsx';
import { useHandoverCommands } from '../areas/handover/handover.embed.tsx';
import { useGroupCommands } from '../areas/incidents/groups.embed.tsx';
import { useIncidentCommands } from '../areas/incidents/incidents.embed.tsx';
import { usePolicyCommands } from '../areas/policies/policies.embed.tsx';
import { useRiskCommands } from '../areas/risk/risk.embed.tsx';
import { useSuppressionCommands } from '../areas/suppression/suppression.embed.tsx';
import { useVendorCommands } from '../areas/vendors/vendors.embed.tsx';
import { useViewCommands } from '../areas/views/views.embed.tsx';
import { Dialog } from '../ui/dialog.tsx';
import {
  useGoCommands,
  useIsolationCommands,
  useLookCommands,
  useSessionCommands,
} from './commands.tsx';
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
  const actions = useActionCommands();
  const alerts = useAlertCommands();
  const audits = useAuditCommands();
  const calendar = useCalendarCommands();
  const compliance = useComplianceCommands();
  const entities = useEntityCommands();
  const evidence = useEvidenceCommands();
  const forensics = useForensicsCommands();
  const groups = useGroupCommands();
  const automation = useAutomationCommands();
  const handover = useHandoverCommands();
  const incidents = useIncidentCommands();
  const policies = usePolicyCommands();
  const isolation = useIsolationCommands();
  const look = useLookCommands();
  const session = useSessionCommands();
  const places = useGoCommands();
  const risk = useRiskCommands();
  const suppression = useSuppressionCommands();
  const vendors = useVendorCommands();
  const views = useViewCommands();
  return useMemo(
    () =>
      permittedCommands(
        [
          ...actions,
          ...alerts,
          ...audits,
          ...calendar,
          ...compliance,
          ...entities,
          ...evidence,
          ...forensics,
          ...groups,
          ...automation,
          ...handover,
          ...incidents,
          ...policies,
          ...risk,
          ...suppression,
          ...vendors,
          ...views,
          ...offered,
          ...isolation,
          ...look,
          ...session,
          ...places,
        ],
        permissions,
      ),
    [
      actions,
      alerts,
      audits,
      calendar,
      compliance,
      entities,
      evidence,
      forensics,
      groups,
      automation,
      handover,
      incidents,
      policies,
      risk,
      suppression,
      vendors,
      views,
      offered,
      isolation,
      look,
      session,
      places,
      permissions,
    ],
  );
}
