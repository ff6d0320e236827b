import { useQuery } from '@tanstack/react-query';
import { WandSparkles } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import {
  DRAFT_PERMISSIONS,
  DRAFT_TASKS,
  type DraftKind,
} from '../../../shared/areas/models/drafts.contract.ts';
import type { ModelTask } from '../../../shared/areas/models/tasks.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { Button } from '../../ui/button.tsx';
import { modelHelpQuery } from './redaction.queries.ts';

const WhatLeavesDialog = lazy(async () => ({
  default: (await import('./what-leaves-dialog.tsx')).WhatLeavesDialog,
}));

interface WhatLeavesProps {
  task: ModelTask;
  /** After a person has agreed that this kind of use may begin. */
  onAgreed?: () => void;
  className?: string;
}

/**
 * The way to exactly what leaves for a model; where nobody has looked yet, it says that nothing was sent.
 * Nothing where no model helps with this.
 */
export function WhatLeaves({ task, onAgreed, className }: WhatLeavesProps) {
  const [isOpen, setIsOpen] = useState(false);
  const help = useQuery(modelHelpQuery(useClient()));
  if (!help.data || help.data.tasks[task] === 'none') return null;
  const isUnseen = help.data.unseen.includes(task);
  return (
    <div className={className}>
      {isUnseen && (
        <p className="mb-1 text-xs text-warn">
          Nothing is sent to the model before somebody has looked at what leaves.
        </p>
      )}
      <Button size="sm" variant={isUnseen ? 'secondary' : 'ghost'} onClick={() => setIsOpen(true)}>
        {isUnseen ? 'Look at what would leave' : 'What leaves'}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <WhatLeavesDialog
            task={task}
            onAgreed={() => {
              setIsOpen(false);
              onAgreed?.();
            }}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </div>
  );
}

const DraftDialog = lazy(async () => ({
  default: (await import('./draft-dialog.tsx')).DraftDialog,
}));

interface DraftButtonProps {
  kind: DraftKind;
  /** Null: not saved yet. */
  recordId: string | null;
  /** The text as it stands. */
  current: string;
  /** What the form calls a record that is not saved yet. */
  title?: string;
  /** Gets the accepted text; saving it stays with the form it goes into. */
  onAccept: (text: string) => void;
}

/** Nothing where no model helps with this, or the account may not save such a text. */
export function DraftButton({ kind, onAccept, ...rest }: DraftButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const help = useQuery(modelHelpQuery(useClient()));
  const may = useMay(DRAFT_PERMISSIONS[kind]);
  const tier = help.data?.tasks[DRAFT_TASKS[kind]] ?? 'none';
  if (!may || tier === 'none') return null;
  return (
    <>
      <Button size="sm" onClick={() => setIsOpen(true)}>
        <WandSparkles aria-hidden className="size-3.5" />
        Draft with the model
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <DraftDialog
            {...rest}
            kind={kind}
            onAccept={(text) => {
              onAccept(text);
              setIsOpen(false);
            }}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
