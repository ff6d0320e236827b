import { useCallback } from 'react';
import { useMay } from '../../../api/session.tsx';
import { useHost } from '../../../host/host-context.tsx';
import { FileDrop } from '../../../ui/file-drop.tsx';
import { useDesk } from '../desk-context.tsx';

/** Files dropped anywhere on the window are imported. */
export function DropZone() {
  const host = useHost();
  const desk = useDesk();
  const addFiles = useCallback(
    async (files: readonly File[]) => desk.addFiles(await host.takeDropped(files)),
    [host, desk],
  );
  return (
    <FileDrop
      title="Drop to import"
      text="Suricata, Wazuh, Elastic ECS, OCSF, JSON, NDJSON or CSV; gzip, too"
      isAllowed={useMay('alerts.import')}
      onFiles={addFiles}
    />
  );
}
