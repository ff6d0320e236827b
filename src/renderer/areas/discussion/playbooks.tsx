import { useQuery } from '@tanstack/react-query';
import { Copy, Pencil, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Playbook } from '../../../shared/areas/discussion/playbooks.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { useErrorToast } from '../../ui/use-error-toast.ts';
import { playbooksQuery, useRemovePlaybook } from './discussion.queries.ts';
import { PlaybookDialog } from './playbook-dialog.tsx';

/** What the dialog begins with: a checklist, a copy of one, or nothing. */
interface Editing {
  readonly id: string | null;
  readonly from: Playbook | null;
}

/** Checklists of the workspace, and those that come with the product. */
export function Playbooks() {
  const { data, error, refetch } = useQuery(playbooksQuery(useClient()));
  const mayWrite = useMay('alerts.write');
  const [editing, setEditing] = useState<Editing | null>(null);
  const [removed, setRemoved] = useState<Playbook | null>(null);
  const remove = useRemovePlaybook();
  const sayError = useErrorToast();
  if (error) {
    return (
      <ErrorState
        title="The checklists could not be loaded"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) return <Skeleton className="h-64 w-full" />;
  const own = data.filter(({ isBuiltIn }) => !isBuiltIn);
  const add = mayWrite && (
    <Button
      size="sm"
      icon={<Plus aria-hidden />}
      onClick={() => setEditing({ id: null, from: null })}
    >
      Add checklist
    </Button>
  );
  return (
    <div className="flex flex-col gap-5">
      <Card
        title="Of this workspace"
        note="They come before those of the product where both fit as closely."
        actions={add}
      >
        {own.length === 0 && <p className="text-fg-muted">No checklists of your own yet.</p>}
        {own.map((playbook) => (
          <PlaybookItem key={playbook.id} playbook={playbook}>
            {mayWrite && (
              <>
                <Button
                  size="sm"
                  icon={<Pencil aria-hidden />}
                  onClick={() => setEditing({ id: playbook.id, from: playbook })}
                >
                  Edit
                </Button>
                <Button
                  size="sm"
                  icon={<Trash2 aria-hidden />}
                  onClick={() => setRemoved(playbook)}
                >
                  Delete
                </Button>
              </>
            )}
          </PlaybookItem>
        ))}
      </Card>
      <Card title="Of the product" note="They stay as they are; a copy can be changed.">
        {data
          .filter(({ isBuiltIn }) => isBuiltIn)
          .map((playbook) => (
            <PlaybookItem key={playbook.id} playbook={playbook}>
              {mayWrite && (
                <Button
                  size="sm"
                  icon={<Copy aria-hidden />}
                  onClick={() => setEditing({ id: null, from: playbook })}
                >
                  Copy
                </Button>
              )}
            </PlaybookItem>
          ))}
      </Card>
      {editing && (
        <PlaybookDialog id={editing.id} from={editing.from} onClose={() => setEditing(null)} />
      )}
      <ConfirmDialog
        open={removed !== null}
        onClose={() => setRemoved(null)}
        title="Delete checklist?"
        text={
          <Untrusted
            text={`‘${removed?.name ?? ''}’ is no longer offered. What was ticked stays with its alerts.`}
          />
        }
        confirmLabel="Delete"
        tone="destructive"
        onConfirm={() => {
          if (removed) remove.mutate(removed.id, { onError: sayError });
          setRemoved(null);
        }}
      />
    </div>
  );
}

function PlaybookItem({ playbook, children }: { playbook: Playbook; children: ReactNode }) {
  const { name, summary, matches, steps } = playbook;
  const fits = [...matches.techniques, ...matches.words.map((word) => `‘${word.trim()}’`)];
  return (
    <details className="border-b border-line py-1.5 last:border-b-0">
      <summary className="cursor-pointer">
        <span className="font-medium text-fg">
          <Untrusted text={name} max={100} expand="none" />
        </span>{' '}
        <span className="text-fg-muted tabular-nums">{steps.length} steps</span>
        {summary && (
          <span className="block pl-4 text-fg-muted">
            <Untrusted text={summary} max={200} expand="none" />
          </span>
        )}
      </summary>
      <div className="flex flex-col gap-2 py-2 pl-4">
        <p className="text-xs text-fg-muted">
          Fits:{' '}
          <Untrusted
            text={fits.length === 0 ? 'only where it is chosen' : fits.join(', ')}
            max={300}
          />
        </p>
        <ol className="list-decimal pl-5 text-fg">
          {steps.map(({ id, text }) => (
            <li key={id}>
              <Untrusted text={text} max={300} />
            </li>
          ))}
        </ol>
        <div className="flex gap-1.5">{children}</div>
      </div>
    </details>
  );
}
