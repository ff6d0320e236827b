import { FileUp } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useMay } from '../../../api/session.tsx';
import { useHost } from '../../../host/host-context.tsx';
import { useDesk } from '../desk-context.tsx';

/**
 * Files dropped anywhere on the window are imported. Whatever else is dropped, or where it is not
 * allowed, the window never leaves for the file itself.
 */
export function DropZone() {
  const [isOver, setIsOver] = useState(false);
  const host = useHost();
  const desk = useDesk();
  const mayImport = useMay('alerts.import');
  useEffect(() => {
    // Counting what is entered and left would go wrong with every row that goes while files are
    // held over it: they have left the window when they are over nothing, and are back with the
    // next event.
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setIsOver(false);
    };
    const over = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      setIsOver(mayImport);
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = mayImport ? 'copy' : 'none';
    };
    const drop = async (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      setIsOver(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      if (mayImport) desk.addFiles(await host.takeDropped(files));
    };
    window.addEventListener('dragenter', over);
    window.addEventListener('dragleave', leave);
    window.addEventListener('dragover', over);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragenter', over);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('dragover', over);
      window.removeEventListener('drop', drop);
    };
  }, [host, desk, mayImport]);
  if (!isOver) return null;
  return (
    <div className="pointer-events-none fixed inset-0 z-50 flex items-center justify-center bg-overlay p-6">
      <p className="flex h-full w-full flex-col items-center justify-center gap-2 rounded-lg border-2 border-dashed border-focus text-fg">
        <span className="flex flex-col items-center gap-1 rounded-lg bg-surface px-8 py-6 shadow-float">
          <FileUp aria-hidden className="mb-1 size-6 text-accent-text" />
          <span className="text-base font-semibold">Drop to import</span>
          <span className="text-fg-muted">
            Suricata, Wazuh, Elastic ECS, OCSF, JSON, NDJSON or CSV; gzip, too
          </span>
        </span>
      </p>
    </div>
  );
}

function holdsFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') ?? false;
}
