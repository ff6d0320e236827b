import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import {
  type CommonEntity,
  incidentsContract,
} from '../../../shared/areas/incidents/incidents.contract.ts';
import {
  ENTITY_KIND_LABELS,
  ENTITY_KINDS,
  ENTITY_VALUE_MAX,
  type EntityKind,
  type EntityListRule,
  INCIDENT_REASON_MAX,
} from '../../../shared/areas/incidents/incidents.rules.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { commonEntitiesQuery, useIncidentCall } from './incidents.queries.ts';

const BASIS: Record<CommonEntity['basis'], string> = {
  ALWAYS: 'Always links',
  NEVER: 'Never links',
  BUILT_IN: 'Names nobody',
  SHARE: 'Too common',
};

interface Draft {
  readonly kind: EntityKind;
  readonly value: string;
  readonly rule: EntityListRule | 'AUTOMATIC';
  readonly reason: string;
}
const EMPTY: Draft = { kind: 'host', value: '', rule: 'NEVER', reason: '' };

/** What does not link because it is everywhere, and what people said of entities. */
export function CommonEntitiesDialog({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useQuery(commonEntitiesQuery(useClient()));
  const mayWrite = useMay('alerts.write');
  const [draft, setDraft] = useState(EMPTY);
  return (
    <Dialog
      open
      onClose={onClose}
      title="Entities too common to link"
      description="What an eighth of all groups name does not link. Say here what always or never links."
      size="lg"
      isDirty={draft.value.trim() !== '' || draft.reason.trim() !== ''}
    >
      <div className="flex flex-col gap-4">
        {mayWrite && <EntityForm draft={draft} onDraft={setDraft} />}
        {error ? (
          <ErrorState
            title="The list could not be loaded"
            error={error}
            onRetry={() => void refetch()}
          />
        ) : data ? (
          <EntityList
            entities={data}
            onChange={
              mayWrite
                ? ({ kind, value, basis }) =>
                    setDraft({
                      ...{ kind, value, reason: '' },
                      rule: basis === 'ALWAYS' || basis === 'NEVER' ? 'AUTOMATIC' : 'ALWAYS',
                    })
                : null
            }
          />
        ) : (
          <Skeleton className="h-32 w-full" />
        )}
      </div>
    </Dialog>
  );
}

function EntityForm({ draft, onDraft }: { draft: Draft; onDraft: (draft: Draft) => void }) {
  const formId = useId();
  const [errors, setErrors] = useState<{ value?: string; reason?: string }>({});
  const { mutate, isPending } = useIncidentCall(
    (client, { rule, ...rest }: Draft) =>
      client.call(incidentsContract.setCommonEntity, {
        body: { ...rest, rule: rule === 'AUTOMATIC' ? null : rule },
      }),
    'The list is saved, and everything is linked anew',
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = {
      ...(draft.value.trim() ? {} : { value: 'Value is required' }),
      ...(draft.reason.trim() ? {} : { reason: 'Reason is required' }),
    };
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    mutate(
      { ...draft, value: draft.value.trim(), reason: draft.reason.trim() },
      { onSuccess: () => onDraft(EMPTY) },
    );
  };
  return (
    <form
      id={formId}
      noValidate
      onSubmit={submit}
      className="grid gap-3 sm:grid-cols-[8rem_minmax(0,1fr)_10rem]"
    >
      <Field label="Kind">
        {(control) => (
          <Select
            {...control}
            value={draft.kind}
            onValueChange={(kind) => onDraft({ ...draft, kind })}
            options={ENTITY_KINDS.map((value) => ({ value, label: ENTITY_KIND_LABELS[value] }))}
          />
        )}
      </Field>
      <Field label="Value" isRequired error={errors.value}>
        {(control) => (
          <Input
            {...control}
            value={draft.value}
            maxLength={ENTITY_VALUE_MAX}
            onChange={(event) => onDraft({ ...draft, value: event.target.value })}
          />
        )}
      </Field>
      <Field label="Links">
        {(control) => (
          <Select
            {...control}
            value={draft.rule}
            onValueChange={(rule) => onDraft({ ...draft, rule })}
            options={[
              { value: 'NEVER', label: 'Never' },
              { value: 'ALWAYS', label: 'Always' },
              { value: 'AUTOMATIC', label: 'Unless too common' },
            ]}
          />
        )}
      </Field>
      <Field label="Reason" isRequired error={errors.reason} className="sm:col-span-2">
        {(control) => (
          <Input
            {...control}
            value={draft.reason}
            maxLength={INCIDENT_REASON_MAX}
            onChange={(event) => onDraft({ ...draft, reason: event.target.value })}
          />
        )}
      </Field>
      <div className="flex items-end">
        <Button type="submit" variant="primary" disabled={isPending}>
          {isPending ? 'Saving...' : 'Save'}
        </Button>
      </div>
    </form>
  );
}

interface EntityListProps {
  entities: readonly CommonEntity[];
  onChange: ((entity: CommonEntity) => void) | null;
}

function EntityList({ entities, onChange }: EntityListProps) {
  if (entities.length === 0)
    return (
      <EmptyState
        title="Every entity may link"
        text="None is named by an eighth of all groups, and nobody has listed one."
      />
    );
  return (
    <ul aria-label="Entities" className="flex flex-col">
      {entities.map((entity) => (
        <li
          key={`${entity.kind} ${entity.value}`}
          className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-1"
        >
          <span className="w-20 shrink-0 text-xs text-fg-muted">
            {ENTITY_KIND_LABELS[entity.kind]}
          </span>
          <span className="min-w-32 flex-1 font-mono text-fg [overflow-wrap:anywhere]">
            <Untrusted text={entity.value} max={120} />
          </span>
          <Badge tone={entity.basis === 'ALWAYS' ? 'ok' : 'warn'}>{BASIS[entity.basis]}</Badge>
          <span className="text-xs text-fg-muted tabular-nums">
            {entity.groups.toLocaleString()} groups, {Math.round(entity.share * 100)} %
          </span>
          {onChange && (
            <Button size="sm" variant="ghost" onClick={() => onChange(entity)}>
              Change<span className="sr-only"> {entity.value}</span>
            </Button>
          )}
          {entity.reason !== null && entity.at !== null && (
            <p className="w-full pl-23 text-xs text-fg-muted">
              <Untrusted text={entity.reason} max={300} /> ·{' '}
              <Untrusted text={entity.by} max={80} expand="none" /> <DateTime value={entity.at} />
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
