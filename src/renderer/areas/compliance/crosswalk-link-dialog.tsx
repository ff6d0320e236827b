import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  CROSSWALK_CONFIDENCES,
  CROSSWALK_LIMITS,
  CROSSWALK_RELATIONS,
  type CrosswalkConfidence,
  type CrosswalkRelation,
} from '../../../shared/areas/compliance/crosswalk.contract.ts';
import { RELATION_WORDS } from '../../../shared/areas/compliance/crosswalk.rules.ts';
import {
  type CrosswalkNeighbour,
  newLinkSchema,
} from '../../../shared/areas/compliance/crosswalks.contract.ts';
import { accountName } from '../../api/accounts.ts';
import { useClient } from '../../api/client-context.tsx';
import { useUser } from '../../api/session.tsx';
import { Field, type FieldControl, Input, Textarea } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { ControlFormDialog } from './control-form-dialog.tsx';
import { controlQuery, facetsQuery } from './controls.queries.ts';
import { linkTargetsQuery, useCreateLink, useUpdateLink } from './crosswalks.queries.ts';
import { useControlNotice } from './use-control-notice.ts';

type Known = CrosswalkNeighbour & { readonly id: string };

interface CrosswalkLinkDialogProps {
  /** The control that a new link begins at. */
  controlId?: string;
  /** The link to change. */
  known?: Known;
  onClose: () => void;
}

interface Attributes {
  readonly relation: CrosswalkRelation;
  readonly rationale: string;
  readonly origin: string;
  readonly confidence: CrosswalkConfidence;
}

/** Makes or changes an own link with its four attributes. */
export function CrosswalkLinkDialog({ controlId = '', known, onClose }: CrosswalkLinkDialogProps) {
  const me = useUser();
  const [first] = useState<Attributes>(() => ({
    relation: known?.relation ?? 'intersects',
    rationale: known?.rationale ?? '',
    origin: known?.origin ?? accountName(me),
    confidence: known?.confidence ?? 'MEDIUM',
  }));
  const [values, setValues] = useState(first);
  const [target, setTarget] = useState('');
  const [errors, setErrors] = useState<Record<string, string>>({});
  const create = useCreateLink();
  const update = useUpdateLink(known?.id ?? '');
  const { succeed, fail } = useControlNotice();
  const isDirty = target !== '' || JSON.stringify(values) !== JSON.stringify(first);
  const set = (part: Partial<Attributes>) => setValues((before) => ({ ...before, ...part }));
  const submit = () => {
    const ends = known ? { source: known.id, target: known.id } : { source: controlId, target };
    const parsed = newLinkSchema.safeParse({ ...ends, ...values });
    if (!parsed.success) {
      const issues = parsed.error.issues.map(({ path, message }) => [path.join('.'), message]);
      return setErrors(Object.fromEntries(issues.reverse()));
    }
    const { source: _, target: __, ...attributes } = parsed.data;
    const done = {
      onSuccess: () => {
        onClose();
        succeed(known ? 'Link changed' : 'Link created');
      },
      onError: (error: Error) =>
        fail(known ? 'Failed to change link' : 'Failed to create link', error),
    };
    if (known) update.mutate(attributes, done);
    else create.mutate(parsed.data, done);
  };
  return (
    <ControlFormDialog
      title={known ? 'Edit link' : 'Add link'}
      description="An own link stands beside those of others and replaces none."
      isDirty={isDirty}
      isPending={create.isPending || update.isPending}
      action={known ? 'Save link' : 'Add link'}
      onClose={onClose}
      onSubmit={submit}
    >
      {!known && (
        <TargetFields
          controlId={controlId}
          target={target}
          onTarget={setTarget}
          error={errors.target}
        />
      )}
      <AttributeFields values={values} set={set} errors={errors} />
    </ControlFormDialog>
  );
}

interface AttributeFieldsProps {
  values: Attributes;
  set: (part: Partial<Attributes>) => void;
  errors: Readonly<Record<string, string>>;
}

const CONFIDENCE_OPTIONS = { HIGH: 'High', MEDIUM: 'Medium', LOW: 'Low' } as const;

function AttributeFields({ values, set, errors }: AttributeFieldsProps) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Relation"
          isRequired
          error={errors.relation}
          hint="What this control is to the other one."
        >
          {(field) => (
            <Select
              {...field}
              value={values.relation}
              onValueChange={(relation) => set({ relation })}
              options={CROSSWALK_RELATIONS.map((value) => ({
                value,
                label: RELATION_WORDS[value],
              }))}
            />
          )}
        </Field>
        <Field label="Confidence" isRequired error={errors.confidence}>
          {(field) => (
            <Select
              {...field}
              value={values.confidence}
              onValueChange={(confidence) => set({ confidence })}
              options={CROSSWALK_CONFIDENCES.map((value) => ({
                value,
                label: CONFIDENCE_OPTIONS[value],
              }))}
            />
          )}
        </Field>
      </div>
      <Field label="Rationale" isRequired error={errors.rationale} hint="Why these two meet.">
        {(field) => (
          <Textarea
            {...field}
            value={values.rationale}
            maxLength={CROSSWALK_LIMITS.rationale}
            onChange={(event) => set({ rationale: event.target.value })}
          />
        )}
      </Field>
      <Field label="Origin" isRequired error={errors.origin} hint="Who or which document says so.">
        {(field) => (
          <Input
            {...field}
            value={values.origin}
            maxLength={CROSSWALK_LIMITS.origin}
            onChange={(event) => set({ origin: event.target.value })}
          />
        )}
      </Field>
    </>
  );
}

interface TargetFieldsProps {
  controlId: string;
  target: string;
  onTarget: (id: string) => void;
  error: string | undefined;
}

/** A control of another framework: first the framework, then a word, then the control. */
function TargetFields({ controlId, target, onTarget, error }: TargetFieldsProps) {
  const client = useClient();
  const [framework, setFramework] = useState('');
  const [q, setQ] = useState('');
  const own = useQuery(controlQuery(client, controlId)).data?.frameworkId;
  const { data: facets } = useQuery(facetsQuery(client));
  const others = (facets?.frameworks ?? []).filter(({ id }) => id !== own);
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Framework" isRequired>
          {(field) => (
            <Select
              {...field}
              value={framework}
              placeholder="Choose a framework"
              onValueChange={(id) => {
                setFramework(id);
                onTarget('');
              }}
              options={others.map(({ id, name }) => ({ value: id, label: name }))}
            />
          )}
        </Field>
        <Field label="Find control" hint="Words of its id or title; the first 20 are offered.">
          {(field) => (
            <Input
              {...field}
              value={q}
              disabled={framework === ''}
              onChange={(event) => setQ(event.target.value)}
            />
          )}
        </Field>
      </div>
      <Field label="Control" isRequired error={error}>
        {(field) => <TargetSelect {...{ field, framework, q, target, onTarget }} />}
      </Field>
    </>
  );
}

interface TargetSelectProps {
  field: FieldControl;
  framework: string;
  q: string;
  target: string;
  onTarget: (id: string) => void;
}

function TargetSelect({ field, framework, q, target, onTarget }: TargetSelectProps) {
  const { data = [] } = useQuery(linkTargetsQuery(useClient(), framework, q.trim()));
  return (
    <Select
      {...field}
      value={target}
      placeholder="Choose a control"
      isDisabled={framework === '' || data.length === 0}
      onValueChange={onTarget}
      options={data.map(({ id, controlId, title }) => ({
        value: id,
        label: `${controlId} ${title}`,
      }))}
    />
  );
}
