import { useQuery } from '@tanstack/react-query';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { ALERT_NOTE_MAX } from '../../../shared/areas/alerts/alerts.contract.ts';
import {
  type NoteTemplate,
  newNoteTemplateSchema,
} from '../../../shared/areas/alerts/dispositions.contract.ts';
import {
  VERDICT_LABELS,
  VERDICTS,
  type Verdict,
} from '../../../shared/areas/alerts/dispositions.rules.ts';
import { NOTE_PLACEHOLDERS } from '../../../shared/areas/alerts/note-placeholders.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Field, Input, Textarea } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useToast } from '../../ui/toast.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { useErrorToast } from '../../ui/use-error-toast.ts';
import { noteTemplatesQuery, useRemoveTemplate, useSaveTemplate } from './discussion.queries.ts';

const ANY = 'any';

/** The workspace's templates of closing notes. */
export function NoteTemplates() {
  const { data, error, refetch } = useQuery(noteTemplatesQuery(useClient()));
  const mayWrite = useMay('alerts.write');
  const [edited, setEdited] = useState<NoteTemplate | 'new' | null>(null);
  const [removed, setRemoved] = useState<NoteTemplate | null>(null);
  const remove = useRemoveTemplate();
  const sayError = useErrorToast();
  const add = mayWrite && (
    <Button size="sm" icon={<Plus aria-hidden />} onClick={() => setEdited('new')}>
      Add template
    </Button>
  );
  return (
    <Card
      title="Note templates"
      note="Texts to begin a closing note with; names in braces are filled from the alert."
      actions={add}
    >
      {!data && !error && <Skeleton className="h-16 w-full" />}
      {error && (
        <ErrorState
          title="The templates could not be loaded"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {data?.length === 0 && <p className="text-fg-muted">No templates yet.</p>}
      {data && data.length > 0 && (
        <ul className="flex flex-col divide-y divide-line">
          {data.map((template) => (
            <li key={template.id} className="flex items-start gap-3 py-2">
              <div className="min-w-0 flex-1">
                <p className="flex flex-wrap items-center gap-2">
                  <span className="font-medium text-fg">
                    <Untrusted text={template.name} max={100} />
                  </span>
                  {template.verdict && <Badge>{VERDICT_LABELS[template.verdict]}</Badge>}
                </p>
                <p className="text-fg-muted">
                  <Untrusted text={template.text} max={300} />
                </p>
              </div>
              {mayWrite && (
                <div className="flex shrink-0 gap-1">
                  <Button
                    size="sm"
                    variant="ghost"
                    label={`Edit ${template.name}`}
                    icon={<Pencil aria-hidden />}
                    onClick={() => setEdited(template)}
                  />
                  <Button
                    size="sm"
                    variant="ghost"
                    label={`Delete ${template.name}`}
                    icon={<Trash2 aria-hidden />}
                    onClick={() => setRemoved(template)}
                  />
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      {edited !== null && (
        <TemplateDialog
          template={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
      <ConfirmDialog
        open={removed !== null}
        onClose={() => setRemoved(null)}
        title="Delete template?"
        text={<Untrusted text={`‘${removed?.name ?? ''}’ is no longer offered for notes.`} />}
        confirmLabel="Delete"
        tone="destructive"
        onConfirm={() => {
          if (removed) remove.mutate(removed.id, { onError: sayError });
          setRemoved(null);
        }}
      />
    </Card>
  );
}

function TemplateDialog(props: { template: NoteTemplate | null; onClose: () => void }) {
  const { template, onClose } = props;
  const formId = useId();
  const [begun] = useState(() => ({
    name: template?.name ?? '',
    text: template?.text ?? '',
    verdict: template?.verdict ?? null,
  }));
  const [draft, setDraft] = useState(begun);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const save = useSaveTemplate(template?.id ?? null);
  const { toast } = useToast();
  const sayError = useErrorToast();
  const change = (part: Partial<typeof begun>) => {
    setDraft({ ...draft, ...part });
    setErrors({});
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const parsed = newNoteTemplateSchema.safeParse(draft);
    if (!parsed.success) {
      const issues = parsed.error.issues.map(({ path, message }) => [path.join('.'), message]);
      setErrors(Object.fromEntries(issues));
      return;
    }
    save.mutate(parsed.data, {
      onSuccess: () => {
        toast({ title: 'Success', description: 'The template is saved' });
        onClose();
      },
      onError: sayError,
    });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={template ? 'Edit template' : 'Add template'}
      isDirty={JSON.stringify(draft) !== JSON.stringify(begun)}
      footer={<DialogButtons form={formId} label="Save template" isPending={save.isPending} />}
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Field label="Name" isRequired error={errors.name}>
          {(control) => (
            <Input
              {...control}
              value={draft.name}
              onChange={(event) => change({ name: event.target.value })}
            />
          )}
        </Field>
        <Field label="Offered for">
          {(control) => (
            <Select
              {...control}
              value={draft.verdict ?? ANY}
              options={[
                { value: ANY, label: 'Any verdict' },
                ...VERDICTS.map((verdict) => ({ value: verdict, label: VERDICT_LABELS[verdict] })),
              ]}
              onValueChange={(value) =>
                change({ verdict: value === ANY ? null : (value as Verdict) })
              }
            />
          )}
        </Field>
        <Field
          label="Text"
          isRequired
          error={errors.text}
          hint={`Filled from the alert: ${NOTE_PLACEHOLDERS.map((name) => `{${name}}`).join(' ')}`}
        >
          {(control) => (
            <Textarea
              {...control}
              rows={5}
              value={draft.text}
              maxLength={ALERT_NOTE_MAX}
              onChange={(event) => change({ text: event.target.value })}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
