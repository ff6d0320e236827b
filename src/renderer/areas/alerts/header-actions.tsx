import { ChevronDown, Download, FileDown, History, Plus, Upload, Zap } from 'lucide-react';
import type { AlertFilter } from '../../../shared/areas/alerts/alerts.contract.ts';
import { useMay } from '../../api/session.tsx';
import { useHost } from '../../host/host-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { isFiltered } from './alerts.filter-url.ts';
import { useDesk } from './desk-context.tsx';
import { type ExportFormat, useExportAlerts } from './use-export-alerts.ts';
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
  const exportAlerts = useExportAlerts();
  const save = (format: ExportFormat) => exportAlerts(filter, format);
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
