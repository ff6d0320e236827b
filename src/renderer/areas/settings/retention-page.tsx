import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import {
  type Retention,
  retentionSchema,
  type WorkspaceSettings,
} from '../../../shared/areas/settings/workspace-settings.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { workspaceSettingsQuery } from '../../api/workspace-settings.queries.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useUnsaved } from '../../ui/unsaved-forms.tsx';
import { useErrorToast } from '../../ui/use-error-toast.ts';
import { PageSkeleton } from './page-skeleton.tsx';
import { DueNow } from './retention-due.tsx';
import { SaveBar } from './save-bar.tsx';
import { useChangeWorkspaceSettings } from './settings.queries.ts';

export function RetentionPage() {
  const mayManage = useMay('workspace.manage');
  const settings = useQuery(workspaceSettingsQuery(useClient()));
  if (!mayManage) {
    return (
      <EmptyState
        title="For administrators"
        text="Only an administrator sees and changes how long records are kept."
      />
    );
  }
  if (settings.isPending) return <PageSkeleton />;
  if (settings.isError) {
    return (
      <ErrorState
        title="The retention could not be loaded"
        error={settings.error}
        onRetry={() => void settings.refetch()}
        isRetrying={settings.isFetching}
      />
    );
  }
  return <RetentionForm settings={settings.data} />;
}

const formSchema = z.object({ retention: retentionSchema });
type FormValues = z.infer<typeof formSchema>;

const FIELDS: readonly { name: keyof Retention; label: string; hint: string }[] = [
  {
    name: 'alertsDays',
    label: 'Closed alerts',
    hint: 'Days after the closing. Open alerts are never deleted.',
  },
  { name: 'jobsDays', label: 'Finished jobs', hint: 'Days after the end.' },
  {
    name: 'notificationsDays',
    label: 'Read notifications',
    hint: 'Days after they were read. Unread ones stay.',
  },
  { name: 'chatDays', label: 'Messages of the assistant', hint: 'Days after they were written.' },
  {
    name: 'actionsDays',
    label: 'Actions of the desk',
    hint: 'Days in which they can be undone. The audit log stays.',
  },
];

function RetentionForm({ settings }: { settings: WorkspaceSettings }) {
  const { toast } = useToast();
  const change = useChangeWorkspaceSettings();
  const sayError = useErrorToast();
  const { retention } = settings;
  const form = useForm<FormValues>({
    resolver: zodResolver(formSchema),
    values: { retention },
    resetOptions: { keepDirtyValues: true },
  });
  const { isDirty, errors } = form.formState;
  useUnsaved(isDirty);
  const submit = form.handleSubmit((values) =>
    change.mutate(values, {
      onSuccess: (saved) => {
        form.reset({ retention: saved.retention });
        toast({ title: 'Success', description: 'The retention is saved' });
      },
      onError: sayError,
    }),
  );
  const wanted = retentionSchema.safeParse(form.watch('retention'));
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <Card title="Keep for" note="In days. Nothing means for ever.">
        <div className="grid gap-4 sm:grid-cols-2">
          {FIELDS.map(({ name, label, hint }) => (
            <Field key={name} label={label} hint={hint} error={errors.retention?.[name]?.message}>
              {(control) => (
                <Input
                  {...control}
                  {...form.register(`retention.${name}`, { setValueAs: daysOf })}
                  inputMode="numeric"
                  autoComplete="off"
                  placeholder="For ever"
                  className="tabular-nums"
                />
              )}
            </Field>
          ))}
        </div>
        <SaveBar
          label="Save retention"
          isDirty={isDirty}
          isPending={change.isPending}
          onDiscard={() => form.reset({ retention })}
        />
      </Card>
      <DueNow wanted={wanted.success ? wanted.data : null} isSaved={!isDirty} />
    </form>
  );
}

/** What stands in a field: nothing is for ever; what is no number is left for the schema to refuse. */
function daysOf(value: unknown): number | null {
  if (typeof value === 'number') return value;
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' ? null : Number(text);
}
