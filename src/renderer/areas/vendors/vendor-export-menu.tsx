import { Download } from 'lucide-react';
import { useState } from 'react';
import { vendorsContract } from '../../../shared/areas/vendors/vendors.contract.ts';
import {
  VENDOR_EXPORT_FORMATS,
  VENDOR_EXPORT_LABELS,
  type VendorExportFormat,
} from '../../../shared/areas/vendors/vendors-export.contract.ts';
import { endpointPath } from '../../../shared/contract/client.ts';
import { useHost } from '../../host/host-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useErrorToast } from '../../ui/use-error-toast.ts';

/** The whole registry as a file. */
export function VendorExportMenu() {
  const host = useHost();
  const { toast } = useToast();
  const toastError = useErrorToast();
  const [isBusy, setIsBusy] = useState(false);
  const save = async (format: VendorExportFormat) => {
    setIsBusy(true);
    try {
      const path = endpointPath(vendorsContract.export, { params: { format } });
      // The browser shows its own downloads; the desktop has nothing that does.
      if ((await host.saveAs(path, `vendor-registry.${format}`)) && host.kind === 'desktop')
        toast({ title: 'Success', description: 'Export saved' });
    } catch (error) {
      toastError(error);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Menu
      trigger={
        <Button icon={<Download aria-hidden />} disabled={isBusy}>
          {isBusy ? 'Exporting...' : 'Export'}
        </Button>
      }
      items={VENDOR_EXPORT_FORMATS.map((format) => ({
        label: VENDOR_EXPORT_LABELS[format],
        note: 'Every vendor, with documents and sub-processors',
        icon: <Download aria-hidden />,
        onSelect: () => void save(format),
      }))}
    />
  );
}
