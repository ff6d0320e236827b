import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import {
  DISPOSITION_LABELS,
  type DispositionField,
} from '../../../shared/areas/alerts/dispositions.rules.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { workspaceSettingsQuery } from '../../api/workspace-settings.queries.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useErrorToast } from '../../ui/use-error-toast.ts';
import { NoteTemplates } from '../discussion/discussion.embed.tsx';
import { PageSkeleton } from './page-skeleton.tsx';
import { useChangeWorkspaceSettings } from './settings.queries.ts';

const NOTES: Record<DispositionField, string> = {
  verdict: 'True positive, benign true positive, false positive or undetermined.',
  reasonCode: 'One of the codes of the verdict.',
  note: 'What was found, in words.',
  evidence: 'At least one field or record that the verdict rests on.',
};

/** What a closing must say, and the notes it can begin with. */
export function ClosingPage() {
  const settings = useQuery(workspaceSettingsQuery(useClient()));
  const mayManage = useMay('workspace.manage');
  const change = useChangeWorkspaceSettings();
  const sayError = useErrorToast();
  if (settings.isPending) return <PageSkeleton />;
  if (settings.isError) {
    return (
      <ErrorState
        title="The settings could not be loaded"
        error={settings.error}
        onRetry={() => void settings.refetch()}
        isRetrying={settings.isFetching}
      />
    );
  }
  const { dispositions } = settings.data;
  const fields = Object.keys(DISPOSITION_LABELS) as DispositionField[];
  return (
    <div className="flex flex-col gap-5">
      <Card
        title="Required to close an alert"
        note="Where something is required, the keys r and f open the closing dialog."
      >
        <div className="flex flex-col gap-3">
          {fields.map((field) => (
            <Switch
              key={field}
              label={DISPOSITION_LABELS[field]}
              note={NOTES[field]}
              isOn={dispositions[field]}
              isDisabled={!mayManage || change.isPending}
              onChange={(isOn) =>
                change.mutate({ dispositions: { [field]: isOn } }, { onError: sayError })
              }
            />
          ))}
        </div>
      </Card>
      <Suspense
        fallback={
          <div aria-busy>
            <Skeleton className="h-40 w-full" />
          </div>
        }
      >
        <NoteTemplates />
      </Suspense>
    </div>
  );
}
