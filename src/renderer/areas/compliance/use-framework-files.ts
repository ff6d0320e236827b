import { frameworksContract } from '../../../shared/areas/compliance/frameworks.contract.ts';
import { endpointPath } from '../../../shared/contract/client.ts';
import { useHost } from '../../host/host-context.tsx';
import { useControlNotice } from './use-control-notice.ts';

function useSave(): (path: string, name: string) => Promise<void> {
  const host = useHost();
  const notice = useControlNotice();
  return async (path, name) => {
    try {
      const isSaved = await host.saveAs(path, name);
      // The browser shows its own downloads; the desktop has nothing that does.
      if (isSaved && host.kind === 'desktop') notice.succeed('File saved');
    } catch (error) {
      notice.fail('Failed to save the file', error);
    }
  };
}

/** Saves the template for import. */
export function useSaveTemplate(): () => Promise<void> {
  const save = useSave();
  return () => save(endpointPath(frameworksContract.template), 'framework-template.xlsx');
}

/** Saves a framework in the form of the template. */
export function useSaveWorkbook(): (framework: { id: string; name: string }) => Promise<void> {
  const save = useSave();
  return ({ id, name }) =>
    save(
      endpointPath(frameworksContract.exportWorkbook, { params: { id } }),
      `${name.replace(/[^\w.-]+/g, '-').slice(0, 80)}.xlsx`,
    );
}
