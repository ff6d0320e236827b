import type { RiskAction } from './risk-columns.tsx';
import { EditRiskDialog } from './risk-form-dialog.tsx';
import { RiskStepDialog } from './risk-step-dialog.tsx';

interface RiskActionDialogProps {
  action: RiskAction | null;
  onClose: () => void;
}

/** The dialog of what was chosen in a row or in the drawer. */
export function RiskActionDialog({ action, onClose }: RiskActionDialogProps) {
  if (action === null) return null;
  if (action.step === 'edit') return <EditRiskDialog risk={action.risk} onClose={onClose} />;
  return <RiskStepDialog risk={action.risk} step={action.step} onClose={onClose} />;
}
