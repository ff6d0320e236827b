import { useQuery } from '@tanstack/react-query';
import { LayoutTemplate } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import {
  POLICY_CATEGORY_LABELS,
  type PolicyCategory,
} from '../../../shared/areas/policies/policies.rules.ts';
import type { PolicyTemplateDetail } from '../../../shared/areas/policies/policy-templates.contract.ts';
import {
  fillPlaceholders,
  PLACEHOLDER_VALUE_MAX,
  placeholdersOf,
} from '../../../shared/areas/policies/policy-texts.rules.ts';
import { useClient } from '../../api/client-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, useDialogClose } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { countOf } from './policies.text.ts';
import { PolicyText } from './policy-text.tsx';
import { templateListQuery, templateQuery, useKeepValues } from './policy-texts.queries.ts';
import { TemplateList } from './template-list.tsx';

/** A template with its placeholders filled, ready for the form of a new policy. */
export interface PickedTemplate {
  readonly title: string;
  readonly description: string;
  readonly category: PolicyCategory;
  /** Markdown. */
  readonly content: string;
  /** Between two reviews. */
  readonly reviewMonths: number;
  /** Of this workspace, that it suggests to be linked. */
  readonly controlIds: readonly string[];
}

interface TemplatePickerProps {
  readonly onPick: (picked: PickedTemplate) => void;
}

/** Offers the templates; calls back with the one taken. */
export function TemplatePicker({ onPick }: TemplatePickerProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button icon={<LayoutTemplate aria-hidden />} onClick={() => setOpen(true)}>
        Start from a template
      </Button>
      <span className="text-xs text-fg-muted">
        Written policies whose placeholders are filled from this workspace.
      </span>
      {isOpen && (
        <PickerDialog
          onClose={() => setOpen(false)}
          onPick={(picked) => {
            setOpen(false);
            onPick(picked);
          }}
        />
      )}
    </div>
  );
}

interface PickerDialogProps extends TemplatePickerProps {
  readonly onClose: () => void;
}

function PickerDialog({ onClose, onPick }: PickerDialogProps) {
  const client = useClient();
  const list = useQuery(templateListQuery(client));
  const [key, setKey] = useState<string | null>(null);
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const found = useQuery({ ...templateQuery(client, key ?? ''), enabled: key !== null });
  const template = key === null ? undefined : found.data;
  const values = useMemo(() => valuesOf(template, typed), [template, typed]);
  const keep = useKeepValues();
  const take = (content: string) => {
    if (!template) return;
    const kept = template.values.filter(({ name, isKept }) => isKept && typed[name] !== undefined);
    if (kept.length > 0)
      keep.mutate(Object.fromEntries(kept.map(({ name }) => [name, values[name] ?? ''])));
    const { title, category, reviewMonths, summary, controls } = template;
    const controlIds = controls.flatMap(({ id }) => (id === null ? [] : [id]));
    onPick({ title, description: summary, category, content, reviewMonths, controlIds });
  };
  const content = template ? fillPlaceholders(template.content, values) : '';
  return (
    <Dialog
      open
      onClose={onClose}
      title={template?.title ?? 'Templates'}
      description={
        template
          ? `${POLICY_CATEGORY_LABELS[template.category]} · ${countOf(template.words, 'word', 'words')} · reviewed every ${template.reviewMonths} months`
          : 'A start to be read and changed: no template fits every organization.'
      }
      size="xl"
      isDirty={Object.keys(typed).length > 0}
      footer={
        <Buttons
          isChosen={template !== undefined}
          onBack={() => setKey(null)}
          onTake={() => take(content)}
        />
      }
    >
      {key === null ? (
        list.isError ? (
          <ErrorState
            title="Templates could not be loaded"
            error={list.error}
            onRetry={() => void list.refetch()}
          />
        ) : list.data ? (
          <TemplateList templates={list.data} onChoose={setKey} />
        ) : (
          <Skeleton className="h-80" />
        )
      ) : found.isError ? (
        <ErrorState
          title="This template could not be loaded"
          error={found.error}
          onRetry={() => void found.refetch()}
        />
      ) : template ? (
        <Filling
          template={template}
          values={values}
          content={content}
          onType={(name, value) => setTyped((now) => ({ ...now, [name]: value }))}
        />
      ) : (
        <Skeleton className="h-80" />
      )}
    </Dialog>
  );
}

const valuesOf = (
  template: PolicyTemplateDetail | undefined,
  typed: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    (template?.values ?? []).map(({ name, value }) => [name, typed[name] ?? value ?? '']),
  );

interface FillingProps {
  template: PolicyTemplateDetail;
  values: Readonly<Record<string, string>>;
  content: string;
  onType: (name: string, value: string) => void;
}

/** What the placeholders stand for at the left, the text that comes of it at the right. */
function Filling({ template, values, content, onType }: FillingProps) {
  const seen = useDeferredValue(content);
  const left = placeholdersOf(content);
  const known = template.controls.filter(({ id }) => id !== null).length;
  return (
    <div className="grid gap-5 lg:grid-cols-[minmax(14rem,1fr)_minmax(0,2.2fr)]">
      <div className="flex min-w-0 flex-col gap-3">
        {template.values.map(({ name, label, note }) => (
          <Field key={name} label={label} hint={note}>
            {(control) => (
              <Input
                {...control}
                value={values[name] ?? ''}
                maxLength={PLACEHOLDER_VALUE_MAX}
                placeholder={`{{${name}}}`}
                onChange={(event) => onType(name, event.target.value)}
              />
            )}
          </Field>
        ))}
        <p className="text-xs text-fg-muted">
          {countOf(known, 'suggested control is', 'suggested controls are')} in this workspace, of{' '}
          {template.controls.length}.
        </p>
      </div>
      <div className="flex min-w-0 flex-col gap-2">
        <p
          role="status"
          className={left.length > 0 ? 'text-xs text-warn' : 'text-xs text-fg-muted'}
        >
          {left.length === 0
            ? 'Every placeholder is filled.'
            : `Not filled, and left in the text: ${left.map((name) => `{{${name}}}`).join(', ')}`}
        </p>
        <ScrollRegion
          label="Text of the template"
          className="h-[52vh] rounded-md border border-line bg-sunken px-4 py-3"
        >
          <PolicyText markdown={seen} />
        </ScrollRegion>
      </div>
    </div>
  );
}

interface ButtonsProps {
  isChosen: boolean;
  onBack: () => void;
  onTake: () => void;
}

function Buttons({ isChosen, onBack, onTake }: ButtonsProps) {
  const requestClose = useDialogClose();
  return (
    <>
      {isChosen && (
        <Button variant="ghost" className="mr-auto" onClick={onBack}>
          All templates
        </Button>
      )}
      <Button onClick={requestClose}>Cancel</Button>
      {isChosen && (
        <Button variant="primary" onClick={onTake}>
          Use this template
        </Button>
      )}
    </>
  );
}
