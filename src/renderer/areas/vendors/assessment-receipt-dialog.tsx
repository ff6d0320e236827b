import type { QuestionnaireReceipt } from '../../../shared/areas/vendors/vendor-assessments.contract.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Dialog, useDialogClose } from '../../ui/dialog.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';

const TONES: Record<QuestionnaireReceipt['entries'][number]['outcome'], BadgeTone> = {
  taken: 'ok',
  unchanged: 'neutral',
  refused: 'bad',
};
const ORDER = ['refused', 'taken', 'unchanged'];

/** What became of each row of a workbook, the refused first. */
export function ReceiptDialog({
  receipt,
  onClose,
}: {
  receipt: QuestionnaireReceipt;
  onClose: () => void;
}) {
  const entries = [...receipt.entries].sort(
    (a, b) => ORDER.indexOf(a.outcome) - ORDER.indexOf(b.outcome) || a.row - b.row,
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title="Receipt"
      description={
        <>
          <Untrusted text={receipt.fileName} max={120} expand="none" />: {receipt.taken} taken,{' '}
          {receipt.unchanged} unchanged, {receipt.refused} refused
        </>
      }
      size="lg"
      footer={<CloseButton />}
    >
      <p className="mb-3 text-xs break-all text-fg-muted">
        <DateTime value={receipt.createdAt} />
        {receipt.createdByName !== null && `, ${receipt.createdByName}`}, SHA-256{' '}
        <span className="font-mono">{receipt.sha256}</span>
      </p>
      <ul aria-label="Rows" className="flex flex-col divide-y divide-line">
        {entries.map((entry) => (
          <li
            key={`${entry.row} ${entry.questionId}`}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5"
          >
            <Badge tone={TONES[entry.outcome]}>{entry.outcome}</Badge>
            <span className="w-20 text-xs text-fg-muted tabular-nums">
              {entry.row === 0 ? 'no row' : `row ${entry.row}`}
            </span>
            <span className="font-mono text-xs text-fg">
              <Untrusted text={entry.questionId} max={40} expand="none" />
            </span>
            {entry.why !== null && (
              <span className="min-w-0 flex-1 text-fg">
                <Untrusted text={entry.why} max={200} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function CloseButton() {
  return <Button onClick={useDialogClose()}>Close</Button>;
}
