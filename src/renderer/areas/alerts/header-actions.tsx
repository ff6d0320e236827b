import { ChevronDown, Download, FileDown, History, Plus, Upload, Zap } from 'lucide-react';
import type { AlertFilter } from '../../../shared/areas/alerts/alerts.contract.ts';
import { endpointPath } from '../../../shared/contract/client.ts';
import { contract } from '../../../shared/contract/index.ts';
import { useMay } from '../../api/session.tsx';
import { useHost } from '../../host/host-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { useToast } from '../../ui/toast.tsx';
import { filterToQuery, isFiltered } from './alerts.filter-url.ts';
import { useDesk } from './desk-context.tsx';
import { failureText } from './use-desk-actions.ts';
import { useSimulateAlert } from './use-simulate-alert.ts';

/** The buttons of the screen's head; what the role may not do is not there. */
export function HeaderActions({ filter }: { filter: AlertFilter }) {
  const mayWrite = useMay('alerts.write');
  const mayImport = useMay('alerts.import');
  const desk = useDesk();
  return (
    <>
      <ExportMenu filter={filter} />
      {mayImport && <ImportButtons />}
      {mayWrite && (
        <>
          <SimulateButton />
          <Button
            variant="primary"
            icon={<Plus aria-hidden />}
            onClick={() => desk.openDialog({ type: 'create' })}
          >
            Create Alert
          </Button>
        </>
      )}
    </>
  );
}

function SimulateButton() {
  const { simulate, isPending } = useSimulateAlert();
  return (
    <Button icon={<Zap aria-hidden />} disabled={isPending} onClick={simulate}>
      Simulate Alert
    </Button>
  );
}

function ImportButtons() {
  const host = useHost();
  const desk = useDesk();
  const pick = async () => desk.addFiles(await host.pickFiles());
  return (
    <span className="flex">
      <Button icon={<Upload aria-hidden />} onClick={pick} className="rounded-r-none">
        Import
      </Button>
      <Menu
        trigger={
          <Button
            label="More file actions"
            icon={<ChevronDown aria-hidden />}
            className="-ml-px rounded-l-none"
          />
        }
        items={[
          { label: 'Choose files', icon: <Upload aria-hidden />, onSelect: () => void pick() },
          {
            label: 'Import history',
            icon: <History aria-hidden />,
            onSelect: () => desk.openDialog({ type: 'import-history' }),
          },
        ]}
      />
    </span>
  );
}

function ExportMenu({ filter }: { filter: AlertFilter }) {
  const host = useHost();
  const { toast } = useToast();
  const save = async (format: 'ndjson' | 'csv') => {
    const query = { ...filterToQuery(filter), format };
    const name = `watchfloor-alerts-${localDate(new Date())}.${format}`;
    try {
      const isSaved = await host.saveAs(endpointPath(contract.alerts.exportAll, { query }), name);
      // The browser shows its own downloads; the desktop has nothing that does.
      if (isSaved && host.kind === 'desktop')
        toast({ title: 'Success', description: 'Export saved' });
    } catch (error) {
      const description = failureText('Failed to export alerts', error);
      toast({ title: 'Error', description, variant: 'destructive' });
    }
  };
  const what = isFiltered(filter) ? 'What is filtered' : 'All alerts';
  return (
    <Menu
      trigger={
        <Button icon={<Download aria-hidden />}>
          Export
          <ChevronDown aria-hidden />
        </Button>
      }
      items={[
        {
          label: 'NDJSON',
          note: `${what}; imports again without loss`,
          icon: <FileDown aria-hidden />,
          onSelect: () => void save('ndjson'),
        },
        {
          label: 'CSV',
          note: `${what}, for spreadsheets`,
          icon: <FileDown aria-hidden />,
          onSelect: () => void save('csv'),
        },
      ]}
    />
  );
}

/** `2026-11-20`, of the day here. */
function localDate(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
