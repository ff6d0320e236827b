import { ArrowDownUp, Download, FileUp, Receipt } from 'lucide-react';
import { useState } from 'react';
import {
  RISK_EXPORT_FORMATS,
  RISK_EXPORT_LABELS,
} from '../../../shared/areas/risk/risk-exchange.contract.ts';
import { useMay } from '../../api/session.tsx';
import { Button } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { RiskImportDialog } from './risk-import-dialog.tsx';
import { RiskImportsDialog } from './risk-imports-dialog.tsx';
import { useSaveRiskFile } from './use-risk-files.ts';

const NOTES = {
  xlsx: 'Every field; can be imported again',
  pdf: 'The register and its losses on paper',
  csv: 'Every field; can be imported again',
} as const;

/** Export and import of the register. */
export function RiskExchangeMenu() {
  const mayWrite = useMay('risk.write');
  const saveFile = useSaveRiskFile();
  const [isBusy, setIsBusy] = useState(false);
  const [opened, setOpened] = useState<'import' | 'receipts' | null>(null);
  const close = () => setOpened(null);
  return (
    <>
      <Menu
        trigger={
          <Button icon={<ArrowDownUp aria-hidden />} disabled={isBusy}>
            {isBusy ? 'Exporting...' : 'Export and import'}
          </Button>
        }
        items={[
          ...RISK_EXPORT_FORMATS.map((format) => ({
            label: RISK_EXPORT_LABELS[format],
            note: NOTES[format],
            icon: <Download aria-hidden />,
            onSelect: () => {
              setIsBusy(true);
              void saveFile(format).finally(() => setIsBusy(false));
            },
          })),
          ...(mayWrite
            ? [
                {
                  label: 'Import risks',
                  note: 'CSV or XLSX, with a preview and a receipt',
                  icon: <FileUp aria-hidden />,
                  onSelect: () => setOpened('import'),
                },
              ]
            : []),
          {
            label: 'Import receipts',
            icon: <Receipt aria-hidden />,
            onSelect: () => setOpened('receipts'),
          },
        ]}
      />
      {opened === 'import' && <RiskImportDialog onClose={close} />}
      {opened === 'receipts' && <RiskImportsDialog onClose={close} />}
    </>
  );
}
