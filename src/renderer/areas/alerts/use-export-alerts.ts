import { type AlertFilter, alertsContract } from '../../../shared/areas/alerts/alerts.contract.ts';
import { endpointPath } from '../../../shared/contract/client.ts';
import { useHost } from '../../host/host-context.tsx';
import { useToast } from '../../ui/toast.tsx';
import { filterToQuery } from './alerts.filter-url.ts';
import { failureText } from './use-desk-actions.ts';

export type ExportFormat = 'ndjson' | 'csv';

/** Saves what the filter finds as a file. */
export function useExportAlerts(): (filter: AlertFilter, format: ExportFormat) => Promise<void> {
  const host = useHost();
  const { toast } = useToast();
  return async (filter, format) => {
    const query = { ...filterToQuery(filter), format };
    const name = `watchfloor-alerts-${localDate(new Date())}.${format}`;
    try {
      const isSaved = await host.saveAs(endpointPath(alertsContract.exportAll, { query }), name);
      // The browser shows its own downloads; the desktop has nothing that does.
      if (isSaved && host.kind === 'desktop')
        toast({ title: 'Success', description: 'Export saved' });
    } catch (error) {
      const description = failureText('Failed to export alerts', error);
      toast({ title: 'Error', description, variant: 'destructive' });
    }
  };
}

/** `2026-11-20`, of the day here. */
function localDate(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
