import { FileDown, History, Plus, Upload, Zap } from 'lucide-react';
import { lazy, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { Command } from '../../api/commands.tsx';
import { type DeskIntent, withDeskIntent } from './alerts.intents.ts';
import { useExportAlerts } from './use-export-alerts.ts';
import { useSimulateAlert } from './use-simulate-alert.ts';
import { useStableCallback } from './use-stable-callback.ts';

/** One change of many alerts with verdict, reason, note and evidence; within the desk's provider. */
export const BulkDialog = lazy(async () => ({
  default: (await import('./bulk-dialog.tsx')).BulkDialog,
}));

const DESK = '/alerts';

/** What can be done with alerts from anywhere; where it takes a dialog, the desk is the place. */
export function useAlertCommands(): readonly Command[] {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const exportAlerts = useExportAlerts();
  const simulate = useStableCallback(useSimulateAlert().simulate);
  const save = useStableCallback(exportAlerts);
  const atDesk = useStableCallback((intent: DeskIntent) => {
    const to = { pathname: DESK, search: pathname === DESK ? search : '' };
    navigate(to, { state: withDeskIntent(intent) });
  });
  return useMemo(
    () => [
      {
        id: 'alerts.create',
        title: 'Create alert',
        words: 'new add',
        kind: 'action',
        icon: Plus,
        needs: 'alerts.write',
        run: () => atDesk('create'),
      },
      {
        id: 'alerts.simulate',
        title: 'Simulate alert',
        words: 'test sample',
        kind: 'action',
        icon: Zap,
        needs: 'alerts.write',
        run: simulate,
      },
      {
        id: 'alerts.import',
        title: 'Import alerts from files',
        words: 'upload log suricata wazuh csv json',
        kind: 'action',
        icon: Upload,
        needs: 'alerts.import',
        run: () => atDesk('import'),
      },
      {
        id: 'alerts.import-history',
        title: 'Show import history',
        words: 'receipts',
        kind: 'action',
        icon: History,
        needs: 'alerts.read',
        run: () => atDesk('import-history'),
      },
      {
        id: 'alerts.export-ndjson',
        title: 'Export all alerts as NDJSON',
        words: 'save download',
        kind: 'action',
        icon: FileDown,
        needs: 'alerts.read',
        run: () => void save({}, 'ndjson'),
      },
      {
        id: 'alerts.export-csv',
        title: 'Export all alerts as CSV',
        words: 'save download spreadsheet',
        kind: 'action',
        icon: FileDown,
        needs: 'alerts.read',
        run: () => void save({}, 'csv'),
      },
    ],
    [atDesk, simulate, save],
  );
}
