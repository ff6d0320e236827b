import {
  ChevronDown,
  ClipboardList,
  Download,
  Ellipsis,
  EyeOff,
  FileDown,
  Fingerprint,
  HeartPulse,
  History,
  Plus,
  Share2,
  Upload,
  Zap,
} from 'lucide-react';
import { Suspense, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { AlertFilter } from '../../../shared/areas/alerts/alerts.contract.ts';
import { useMay } from '../../api/session.tsx';
import { useHost } from '../../host/host-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { ReceiptsDialog, ShareDialog } from '../exchange/exchange.embed.tsx';
import { filterToQuery, isFiltered } from './alerts.filter-url.ts';
import { useDesk } from './desk-context.tsx';
import { type ExportFormat, useExportAlerts } from './use-export-alerts.ts';
import { useSimulateAlert } from './use-simulate-alert.ts';

/** The buttons of the screen's head; what the role may not do is not there. */
export function HeaderActions({ filter, what }: ExportMenuProps) {
  const mayWrite = useMay('alerts.write');
  const mayImport = useMay('alerts.import');
  const desk = useDesk();
  return (
    <>
      <MoreMenu />
      <ExportMenu filter={filter} what={what} />
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

/** Places that belong to the desk. */
function MoreMenu() {
  const navigate = useNavigate();
  return (
    <Menu
      trigger={<Button label="More of the desk" icon={<Ellipsis aria-hidden />} />}
      items={[
        {
          label: 'Shift handover',
          note: 'What was done, what waits',
          icon: <ClipboardList aria-hidden />,
          onSelect: () => navigate('/handover'),
        },
        {
          label: 'Analyst Health',
          note: 'How well the engine does, audits that wait',
          icon: <HeartPulse aria-hidden />,
          onSelect: () => navigate('/automation'),
        },
        {
          label: 'Entities',
          note: 'Hosts, accounts, addresses',
          icon: <Fingerprint aria-hidden />,
          onSelect: () => navigate('/entity'),
        },
        {
          label: 'Suppression',
          note: 'Rules that hide noise',
          icon: <EyeOff aria-hidden />,
          onSelect: () => navigate('/suppressions'),
        },
      ]}
    />
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

interface ExportMenuProps {
  filter: AlertFilter;
  /** What is exported, where the list does not show it row by row. */
  what?: string | undefined;
}

function ExportMenu({ filter, what: said }: ExportMenuProps) {
  const exportAlerts = useExportAlerts();
  const save = (format: ExportFormat) => exportAlerts(filter, format);
  const what = said ?? (isFiltered(filter) ? 'What is filtered' : 'All alerts');
  const [shown, setShown] = useState<'formats' | 'receipts' | null>(null);
  const close = () => setShown(null);
  return (
    <>
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
          {
            label: 'More formats...',
            note: 'OCSF, ECS, Timesketch, ATT&CK Navigator',
            icon: <Share2 aria-hidden />,
            onSelect: () => setShown('formats'),
          },
          {
            label: 'Imports and exports',
            note: 'Receipts of all of them',
            icon: <History aria-hidden />,
            onSelect: () => setShown('receipts'),
          },
        ]}
      />
      <Suspense fallback={null}>
        {shown === 'formats' && (
          <ShareDialog
            subject={{ type: 'alerts', filter: filterToQuery(filter) }}
            title={what}
            onClose={close}
          />
        )}
        {shown === 'receipts' && <ReceiptsDialog onClose={close} />}
      </Suspense>
    </>
  );
}
