import { Download, FileClock, FileUp } from 'lucide-react';
import { useState } from 'react';
import {
  POLICY_EXPORT_FORMATS,
  POLICY_EXPORT_LABELS,
  type PolicyExportFormat,
  policyExchangeCalls,
} from '../../../shared/areas/policies/policy-exchange.contract.ts';
import { endpointPath } from '../../../shared/contract/client.ts';
import { useHost } from '../../host/host-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useErrorToast } from '../../ui/use-error-toast.ts';
import { ImportPolicyDialog } from './import-policy-dialog.tsx';
import { PolicyReceiptsDialog } from './policy-receipts-dialog.tsx';

/** What the menu needs to know of a policy; a row of the list has it. */
export interface ExchangePolicy {
  readonly id: string;
  readonly title: string;
}

/** Export of a policy (with `policy`), or import of one (without). */
export function PolicyExchangeMenu({ policy }: { readonly policy?: ExchangePolicy }) {
  return policy ? <ExportMenu policy={policy} /> : <ImportMenu />;
}

const NOTES: Record<PolicyExportFormat, string> = {
  pdf: 'Cover with version, approvals and hash',
  docx: 'The same, to go on writing',
  md: 'The text as it is kept, with front matter',
};

const plain = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60) || 'policy';

function ExportMenu({ policy }: { policy: ExchangePolicy }) {
  const host = useHost();
  const { toast } = useToast();
  const fail = useErrorToast();
  const [isBusy, setIsBusy] = useState(false);
  const save = async (format: PolicyExportFormat) => {
    const path = endpointPath(policyExchangeCalls.exportPolicy, {
      params: { id: policy.id, format },
      query: {},
    });
    setIsBusy(true);
    try {
      const isSaved = await host.saveAs(path, `${plain(policy.title)}.${format}`);
      // The browser shows its own downloads; the desktop has nothing that does.
      if (isSaved && host.kind === 'desktop')
        toast({ title: 'Success', description: 'Policy exported' });
    } catch (error) {
      fail(error);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Menu
      trigger={
        <Button size="sm" icon={<Download aria-hidden />} disabled={isBusy}>
          {isBusy ? 'Exporting...' : 'Export'}
        </Button>
      }
      items={POLICY_EXPORT_FORMATS.map((format) => ({
        label: POLICY_EXPORT_LABELS[format],
        note: NOTES[format],
        onSelect: () => void save(format),
      }))}
    />
  );
}

function ImportMenu() {
  const [shown, setShown] = useState<'import' | 'receipts' | null>(null);
  const close = () => setShown(null);
  return (
    <>
      <Menu
        trigger={<Button icon={<FileUp aria-hidden />}>Import</Button>}
        items={[
          {
            label: 'Import a policy',
            note: 'Markdown or Word (DOCX)',
            icon: <FileUp aria-hidden />,
            onSelect: () => setShown('import'),
          },
          {
            label: 'Import receipts',
            note: 'What was left out of each file',
            icon: <FileClock aria-hidden />,
            onSelect: () => setShown('receipts'),
          },
        ]}
      />
      {shown === 'import' && <ImportPolicyDialog onClose={close} />}
      {shown === 'receipts' && <PolicyReceiptsDialog onClose={close} />}
    </>
  );
}
