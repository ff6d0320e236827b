import { Download } from 'lucide-react';
import { useState } from 'react';
import {
  complianceExportsContract,
  EXPORT_FORMATS,
  EXPORT_LABELS,
  type ExportFormat,
} from '../../../shared/areas/compliance/compliance-exports.contract.ts';
import { endpointPath } from '../../../shared/contract/client.ts';
import type { Host } from '../../../shared/host.ts';
import { useHost } from '../../host/host-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useControlNotice } from './use-control-notice.ts';

interface ExportMenuProps {
  /** Absent exports every active framework, which only OSCAL has room for. */
  frameworkId?: string;
  /** In the file's name. */
  name?: string;
  size?: 'sm' | 'md';
}

const NOTES: Partial<Record<ExportFormat, string>> = {
  'soa-xlsx': 'Every control with justification and evidence; can be imported again',
  'controls-csv': 'The columns of the import template first',
};

const EXTENSIONS: Record<ExportFormat, string> = {
  'soa-xlsx': 'xlsx',
  'soa-pdf': 'pdf',
  'controls-csv': 'csv',
  'oscal-component-definition': 'json',
  'oscal-assessment-results': 'json',
  'oscal-poam': 'json',
};

const plain = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, '-')
    .replace(/^-+|-+$/g, '');

/** Saves one framework, or all of them, as a file. */
export function ExportMenu({ frameworkId, name = '', size = 'md' }: ExportMenuProps) {
  const save = useSaveExport(frameworkId, name);
  const [isBusy, setIsBusy] = useState(false);
  const formats = EXPORT_FORMATS.filter(
    (format) => frameworkId !== undefined || format.startsWith('oscal-'),
  );
  return (
    <Menu
      trigger={
        <Button size={size} icon={<Download aria-hidden />} disabled={isBusy}>
          {isBusy ? 'Exporting...' : 'Export'}
        </Button>
      }
      items={formats.map((format) => ({
        label: EXPORT_LABELS[format],
        ...(NOTES[format] === undefined ? {} : { note: NOTES[format] }),
        onSelect: () => {
          setIsBusy(true);
          void save(format).finally(() => setIsBusy(false));
        },
      }))}
    />
  );
}

function useSaveExport(framework: string | undefined, name: string) {
  const host = useHost();
  const { toast } = useToast();
  const { fail } = useControlNotice();
  return async (format: ExportFormat): Promise<void> => {
    const path = endpointPath(complianceExportsContract.download, {
      params: { format },
      query: framework === undefined ? {} : { framework },
    });
    const file = ['watchfloor', plain(name), format].filter(Boolean).join('-');
    const fileName = `${file}.${EXTENSIONS[format]}`;
    try {
      const isSaved = format.startsWith('oscal-')
        ? await saveJson(host, path, fileName)
        : await host.saveAs(path, fileName);
      // The browser shows its own downloads; the desktop has nothing that does.
      if (isSaved && host.kind === 'desktop')
        toast({ title: 'Success', description: 'Export saved' });
    } catch (error) {
      fail('Failed to export', error);
    }
  };
}

/** OSCAL may be refused with a reason, which a download would write into the file instead of saying it. */
async function saveJson(host: Host, path: string, name: string): Promise<boolean> {
  const { status, body } = await host.request({ method: 'GET', path });
  if (status === 200) return host.saveContent(new TextEncoder().encode(body), name);
  const { message } = JSON.parse(body) as { message?: string };
  throw new Error(`${status}: ${message ?? 'Failed to export'}`);
}
