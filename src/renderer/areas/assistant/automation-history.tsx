import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { RecordHistory } from '../history/history.embed.tsx';

interface HistoryDialogProps {
  resource: 'automation_patterns' | 'assets';
  id: string;
  /** What it is about; sensors and people wrote it. */
  name: string;
  onClose: () => void;
}

/** Who decided what about a pattern or an asset, and why. */
export function HistoryDialog({ resource, id, name, onClose }: HistoryDialogProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="History"
      description={<Untrusted text={name} max={160} expand="none" />}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <RecordHistory resource={resource} id={id} />
    </Dialog>
  );
}
