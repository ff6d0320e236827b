import type { RiskExportFormat } from '../../../shared/areas/risk/risk-exchange.contract.ts';
import { riskQuantContract } from '../../../shared/areas/risk/risk-quant.contract.ts';
import { endpointPath } from '../../../shared/contract/client.ts';
import { useHost } from '../../host/host-context.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useErrorToast } from '../../ui/use-error-toast.ts';

/** Saves the register in a format, or the template of an import. */
export function useSaveRiskFile() {
  const host = useHost();
  const { toast } = useToast();
  const toastError = useErrorToast();
  return async (what: RiskExportFormat | 'template'): Promise<void> => {
    const path =
      what === 'template'
        ? endpointPath(riskQuantContract.importTemplate, {})
        : endpointPath(riskQuantContract.exportRisks, { params: { format: what } });
    const name = what === 'template' ? 'risk-register-template.xlsx' : `risk-register.${what}`;
    try {
      // The browser shows its own downloads; the desktop has nothing that does.
      if ((await host.saveAs(path, name)) && host.kind === 'desktop')
        toast({ title: 'Success', description: 'Export saved' });
    } catch (error) {
      toastError(error);
    }
  };
}
