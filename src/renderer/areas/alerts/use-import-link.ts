import { useEffect } from 'react';
import { useAddressParams } from '../../ui/use-address-params.ts';
import { useDesk } from './desk-context.tsx';
import { useStableCallback } from './use-stable-callback.ts';

/** `/alerts?import=<job>` shows the receipt of the import that a job was (`jobResultLink`). */
const IMPORT_PARAM = 'import';

/** Opens it once; the address is then the desk's own again. */
export function useImportLink(): void {
  const [params, setParams] = useAddressParams();
  const desk = useDesk();
  const jobId = params.get(IMPORT_PARAM);
  const show = useStableCallback((job: string) => {
    desk.openDialog({ type: 'import-history', jobId: job });
    setParams(
      (now) => {
        const rest = new URLSearchParams(now);
        rest.delete(IMPORT_PARAM);
        return rest;
      },
      { replace: true },
    );
  });
  useEffect(() => {
    if (jobId !== null) show(jobId);
  }, [jobId, show]);
}
