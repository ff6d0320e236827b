import { Download } from 'lucide-react';
import { dataContract } from '../../../shared/areas/settings/data.contract.ts';
import { useHost } from '../../host/host-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useErrorToast } from '../../ui/use-error-toast.ts';

const FILE_NAME = 'watchfloor-workspace.ndjson.gz';

/** Everything readable, for another program; not a backup, and not encrypted. */
export function DataExport() {
  const host = useHost();
  const sayError = useErrorToast();
  return (
    <Card
      title="Export"
      note="Everything that can be read, in an open format: gzipped NDJSON, one line a record with its table."
      actions={
        <Button
          icon={<Download aria-hidden />}
          onClick={() => host.saveAs(dataContract.export.path, FILE_NAME).catch(sayError)}
        >
          Export
        </Button>
      }
    >
      <p className="text-fg-muted">
        The file is not encrypted. Passwords, sessions and the key of the database are not in it.
        The export is written down in the audit log.
      </p>
    </Card>
  );
}
