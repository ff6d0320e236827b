import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { RELATION_WORDS } from '../../../shared/areas/compliance/crosswalk.rules.ts';
import type {
  CrosswalkProjection as Projection,
  ProjectionRow,
} from '../../../shared/areas/compliance/crosswalks.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Switch } from '../../ui/switch.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { ControlStatusBadge } from './control-badges.tsx';
import { projectionQuery, useApplyProjection } from './crosswalks.queries.ts';
import { useControlNotice } from './use-control-notice.ts';

const REASON_MAX = 300;

interface CrosswalkProjectionProps {
  from: string;
  to: string;
  /** Hears whether something is chosen or written that closing would lose. */
  onDirty: (isDirty: boolean) => void;
}

export function CrosswalkProjection({ from, to, onDirty }: CrosswalkProjectionProps) {
  const { data, error, refetch } = useQuery(projectionQuery(useClient(), from, to));
  if (error) {
    return (
      <ErrorState
        title="Results could not be loaded"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) return <Skeleton className="h-40 w-full" />;
  if (data.rows.length === 0) {
    return (
      <EmptyState
        title="No links between these two"
        text="Add links at their controls, or import a mapping."
      />
    );
  }
  return <Results projection={data} onDirty={onDirty} />;
}

type Eligible = ProjectionRow & { readonly projected: NonNullable<ProjectionRow['projected']> };

/** What would change something: only controls that are not assessed, unless asked to replace. */
function eligible(rows: readonly ProjectionRow[], overwrite: boolean): Eligible[] {
  return rows.filter(
    (row): row is Eligible =>
      row.projected !== null &&
      row.projected !== row.status &&
      (overwrite || row.status === 'NOT_ASSESSED'),
  );
}

interface ResultsProps {
  projection: Projection;
  onDirty: (isDirty: boolean) => void;
}

function Results({ projection, onDirty }: ResultsProps) {
  const { rows, unlinked, from, to } = projection;
  const mayWrite = useMay('compliance.write');
  const [overwrite, setOverwrite] = useState(false);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const open = eligible(rows, overwrite);
  const openIds = new Set(open.map(({ controlId }) => controlId));
  const selected = open.filter(({ controlId }) => chosen.has(controlId));
  const choose = (ids: Iterable<string>) => {
    const next = new Set(ids);
    setChosen(next);
    onDirty(next.size > 0);
  };
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    choose(next);
  };
  // What could be applied stands first.
  const sorted = [...open, ...rows.filter(({ controlId }) => !openIds.has(controlId))];
  const carried = rows.filter(({ projected }) => projected !== null).length;
  return (
    <div className="flex flex-col gap-3">
      <p className="text-fg">
        Results of <Untrusted text={from.name} /> say something for {carried} of {rows.length}{' '}
        linked controls of <Untrusted text={to.name} />. {unlinked} have no link.
      </p>
      {mayWrite && (
        <div className="flex flex-wrap items-center gap-4">
          <Switch
            label="Replace assessments"
            isOn={overwrite}
            onChange={(isOn) => {
              setOverwrite(isOn);
              choose([]);
            }}
          />
          <Button
            size="sm"
            disabled={open.length === 0}
            onClick={() => choose(selected.length === open.length ? [] : openIds)}
          >
            {chooseLabel(selected.length, open.length)}
          </Button>
        </div>
      )}
      <ScrollRegion
        label="Results by control"
        className="max-h-[40vh] rounded-md border border-line"
      >
        <ul className="divide-y divide-line">
          {sorted.map((row) => (
            <Row
              key={row.controlId}
              row={row}
              isOpen={mayWrite && openIds.has(row.controlId)}
              isChosen={chosen.has(row.controlId)}
              onToggle={() => toggle(row.controlId)}
            />
          ))}
        </ul>
      </ScrollRegion>
      {mayWrite && <ApplyForm {...{ selected, overwrite, projection }} onDone={() => choose([])} />}
    </div>
  );
}

function chooseLabel(selected: number, open: number): string {
  if (open === 0) return 'Nothing to fill';
  return selected === open ? 'Choose none' : `Choose all ${open}`;
}

interface RowProps {
  row: ProjectionRow;
  isOpen: boolean;
  isChosen: boolean;
  onToggle: () => void;
}

function Row({ row, isOpen, isChosen, onToggle }: RowProps) {
  const { ref, title, status, projected, isContested, sources } = row;
  return (
    <li className="flex items-start gap-3 px-3 py-2">
      <input
        type="checkbox"
        aria-label={`Choose ${ref}`}
        checked={isOpen && isChosen}
        disabled={!isOpen}
        onChange={onToggle}
        className="mt-1 size-4 accent-accent"
      />
      <div className="min-w-0 flex-1">
        <p className="font-medium text-fg">
          <Untrusted text={`${ref} ${title}`} max={160} />
        </p>
        <ul className="text-xs text-fg-muted">
          {sources.map((source) => (
            <li key={`${source.controlId} ${source.id} ${source.origin}`}>
              <Untrusted text={source.ref} /> {RELATION_WORDS[source.relation].toLowerCase()} it (
              <Untrusted text={source.origin} max={60} />, {source.confidence.toLowerCase()}){': '}
              <Untrusted text={source.rationale} max={300} />
            </li>
          ))}
        </ul>
      </div>
      <div className="flex shrink-0 flex-col items-end gap-1">
        <span className="flex items-center gap-1.5">
          <span className="text-xs text-fg-muted">Now</span>
          <ControlStatusBadge status={status} />
        </span>
        <span className="flex items-center gap-1.5">
          <span className="text-xs text-fg-muted">Says</span>
          {projected === null ? <Badge>Nothing</Badge> : <ControlStatusBadge status={projected} />}
        </span>
        {isContested && <Badge tone="warn">Sources disagree</Badge>}
      </div>
    </li>
  );
}

interface ApplyFormProps {
  selected: readonly Eligible[];
  overwrite: boolean;
  projection: Projection;
  onDone: () => void;
}

function ApplyForm({ selected, overwrite, projection, onDone }: ApplyFormProps) {
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string | undefined>();
  const apply = useApplyProjection();
  const { succeed, fail } = useControlNotice();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim() === '') return setError('Reason is required');
    apply.mutate(
      {
        ...{ from: projection.from.id, to: projection.to.id, reason: reason.trim(), overwrite },
        controls: selected.map(({ controlId, projected }) => ({
          id: controlId,
          status: projected,
        })),
      },
      {
        onSuccess: ({ applied, skipped }) => {
          setReason('');
          onDone();
          const rest = skipped[0] ? ` ${skipped.length} passed over: ${skipped[0].reason}.` : '';
          succeed(`${applied.length} controls assessed.${rest}`);
        },
        onError: (failure) => fail('Failed to apply results', failure),
      },
    );
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-wrap items-start gap-3">
      <Field label="Reason" isRequired error={error} className="min-w-64 flex-1">
        {(field) => (
          <Input
            {...field}
            value={reason}
            maxLength={REASON_MAX}
            onChange={(event) => {
              setReason(event.target.value);
              setError(undefined);
            }}
          />
        )}
      </Field>
      <Button
        type="submit"
        variant="primary"
        className="mt-6"
        disabled={selected.length === 0 || apply.isPending}
      >
        {apply.isPending ? 'Applying...' : `Apply to ${selected.length} controls`}
      </Button>
    </form>
  );
}
