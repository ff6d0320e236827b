import type { ModelTask } from '../../../shared/areas/models/tasks.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, useDialogClose } from '../../ui/dialog.tsx';
import { LastPreviewView } from './last-preview.tsx';
import { TASK_LABELS } from './models.text.ts';

interface WhatLeavesDialogProps {
  task: ModelTask;
  onAgreed: () => void;
  onClose: () => void;
}

/** What leaves for a model, of one kind of use. */
export function WhatLeavesDialog({ task, onAgreed, onClose }: WhatLeavesDialogProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="What leaves for the model"
      description={`${TASK_LABELS[task]}: the first request of your last run.`}
      size="xl"
      footer={<CloseButton />}
    >
      <LastPreviewView task={task} onAgreed={onAgreed} />
    </Dialog>
  );
}

function CloseButton() {
  const close = useDialogClose();
  return <Button onClick={close}>Close</Button>;
}
