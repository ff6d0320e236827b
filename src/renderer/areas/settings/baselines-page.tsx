import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { type FieldError, type FieldPath, useForm } from 'react-hook-form';
import { z } from 'zod';
import {
  baselinesSchema,
  closeSlaSchema,
  policySettingsSchema,
  shiftSettingsSchema,
  slaSchema,
  type WorkspaceSettings,
} from '../../../shared/areas/settings/workspace-settings.contract.ts';
import { SEVERITIES, SEVERITY_LABELS } from '../../../shared/kernel/severity.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { workspaceSettingsQuery } from '../../api/workspace-settings.queries.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useUnsaved } from '../../ui/unsaved-forms.tsx';
import { useErrorToast } from '../../ui/use-error-toast.ts';
import { placeIssues } from './form-issues.ts';
import { PageSkeleton } from './page-skeleton.tsx';
import { SaveBar } from './save-bar.tsx';
import { useChangeWorkspaceSettings } from './settings.queries.ts';

const formSchema = z.object({
  baselines: baselinesSchema,
  sla: slaSchema,
  closeSla: closeSlaSchema,
  policies: policySettingsSchema,
  shift: shiftSettingsSchema,
});
type FormValues = z.infer<typeof formSchema>;

export function BaselinesPage() {
  const settings = useQuery(workspaceSettingsQuery(useClient()));
  if (settings.isPending) return <PageSkeleton />;
  if (settings.isError) {
    return (
      <ErrorState
        title="The baselines could not be loaded"
        error={settings.error}
        onRetry={() => void settings.refetch()}
        isRetrying={settings.isFetching}
      />
    );
  }
  return <BaselinesForm settings={settings.data} />;
}

function BaselinesForm({ settings }: { settings: WorkspaceSettings }) {
  const mayChange = useMay('workspace.manage');
  const { toast } = useToast();
  const change = useChangeWorkspaceSettings();
  const sayError = useErrorToast();
  const { baselines, sla, closeSla, policies, shift } = settings;
  const form = useForm<FormValues>({
    resolver: zodResolver(formSchema),
    values: { baselines, sla, closeSla, policies, shift },
    resetOptions: { keepDirtyValues: true },
  });
  const { isDirty, errors } = form.formState;
  useUnsaved(isDirty);
  const submit = form.handleSubmit((values) =>
    change.mutate(values, {
      onSuccess: (saved) => {
        const { retention: _, ...kept } = saved;
        form.reset(kept, { keepDirtyValues: false });
        toast({ title: 'Success', description: 'The baselines are saved' });
      },
      onError(error) {
        // The levels contradict each other: it is said at the first of them.
        const place = (section: 'sla' | 'closeSla', issue: { message: string }) =>
          form.setError(`${section}.CRITICAL`, issue);
        if (!placeIssues(error, ['sla', 'closeSla'], place)) sayError(error);
      },
    }),
  );
  const number = (name: FieldPath<FormValues>, label: string, error: FieldError | undefined) => (
    <Field key={name} label={label} error={error?.message}>
      {(control) => (
        <Input
          {...control}
          {...form.register(name, { valueAsNumber: true })}
          type="number"
          step="any"
          min={0}
          disabled={!mayChange}
          className="tabular-nums"
        />
      )}
    </Field>
  );
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      {!mayChange && <ReadOnlyNote />}
      <Card
        title="Work by hand"
        note="What Analyst Time Saved and Audit Prep Time are set against."
      >
        <div className="grid gap-4 sm:grid-cols-2">
          {number(
            'baselines.manualMinutesPerAlert',
            'Minutes per alert',
            errors.baselines?.manualMinutesPerAlert,
          )}
          {number(
            'baselines.manualAuditPrepDays',
            'Days to prepare an audit',
            errors.baselines?.manualAuditPrepDays,
          )}
        </div>
      </Card>
      <Card
        title="Service levels"
        note="Hours from an alert's creation to the first action on it, by severity."
      >
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
          {SEVERITIES.map((severity) =>
            number(`sla.${severity}`, SEVERITY_LABELS[severity], errors.sla?.[severity]),
          )}
        </div>
      </Card>
      <Card
        title="Time to close"
        note="Hours from an alert's creation to its closing, by severity."
      >
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
          {SEVERITIES.map((severity) =>
            number(
              `closeSla.${severity}`,
              `${SEVERITY_LABELS[severity]}, closed`,
              errors.closeSla?.[severity],
            ),
          )}
        </div>
      </Card>
      <Card
        title="Shifts"
        note="How long a shift is. A handover tells of so much unless it is asked for another span."
      >
        <div className="grid gap-4 sm:grid-cols-2">
          {number('shift.hours', 'Hours per shift', errors.shift?.hours)}
        </div>
      </Card>
      <Card
        title="Policy approvals"
        note="How many people must approve a version of a policy before it is in force."
      >
        <div className="grid gap-4 sm:grid-cols-2">
          {number('policies.approvals', 'Approvals', errors.policies?.approvals)}
        </div>
        {mayChange && (
          <SaveBar
            label="Save baselines"
            isDirty={isDirty}
            isPending={change.isPending}
            onDiscard={() =>
              form.reset({ baselines, sla, closeSla, policies, shift }, { keepDirtyValues: false })
            }
          />
        )}
      </Card>
    </form>
  );
}

function ReadOnlyNote() {
  return (
    <p className="text-fg-muted">
      Only an administrator changes these. They are shown so that every figure can be understood.
    </p>
  );
}
