import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { defang } from '../../../../shared/areas/forensics/indicators/defang.ts';
import {
  type IndicatorDetail,
  indicatorsContract,
} from '../../../../shared/areas/forensics/indicators/indicators.contract.ts';
import { RELATION_KINDS, typeLabel } from '../../../../shared/areas/forensics/indicators/life.ts';
import { useClient } from '../../../api/client-context.tsx';
import { useMay } from '../../../api/session.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { DateTime } from '../../../ui/date-time.tsx';
import { Input } from '../../../ui/field.tsx';
import { RecordDrawer, RecordHead } from '../../../ui/record-drawer.tsx';
import { Select } from '../../../ui/select.tsx';
import { Untrusted } from '../../../ui/untrusted.tsx';
import { LocalFacts, lookUpValues } from '../../enrichment/enrichment.embed.tsx';
import { RecordHistory } from '../../history/history.embed.tsx';
import { PriorityBadge } from '../investigation-badges.tsx';
import { DecayChart } from './decay-chart.tsx';
import { indicatorQuery, useIndicatorCall } from './indicators.queries.ts';
import { IocFormDialog } from './ioc-form-dialog.tsx';
import { IocValue, SightingList, TlpBadge } from './ioc-parts.tsx';

interface IocDrawerProps {
  id: string;
  onClose: () => void;
  onOpen: (id: string) => void;
}

/** All about one indicator. */
export function IocDrawer({ id, onClose, onOpen }: IocDrawerProps) {
  const query = useQuery(indicatorQuery(useClient(), id));
  return (
    <RecordDrawer
      query={query}
      onClose={onClose}
      title="Indicator"
      failed="This indicator could not be loaded"
      gone={{ title: 'There is no such indicator', text: 'It may have been deleted.' }}
    >
      {(one) => <Content one={one} onOpen={onOpen} />}
    </RecordDrawer>
  );
}

function Content({ one, onOpen }: { one: IndicatorDetail; onOpen: (id: string) => void }) {
  const mayWrite = useMay('forensics.write');
  const [isEditing, setEditing] = useState(false);
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <RecordHead
        title={defang(one.type, one.value)}
        facts={
          <>
            <Badge>{typeLabel(one.type)}</Badge>
            <PriorityBadge severity={one.severity} />
            <Badge tone={one.isActive ? 'accent' : 'neutral'}>
              {one.isActive ? 'Active' : 'Not active'}
            </Badge>
            {one.tlp !== null && <TlpBadge tlp={one.tlp} />}
            <span>Score {one.score}</span>
            <CopyButton text={one.value} label="Copy the value" />
            {mayWrite && (
              <Button size="sm" onClick={() => setEditing(true)}>
                Edit
              </Button>
            )}
          </>
        }
      >
        {one.knownGood !== null && (
          <p className="text-ok">
            Known to be good: {one.knownGood.entry} of the list '
            <Untrusted text={one.knownGood.list} max={120} expand="none" />'
          </p>
        )}
        {one.inactiveReason !== null && (
          <p className="text-fg-muted">
            Not active: <Untrusted text={one.inactiveReason} max={300} expand="none" />
          </p>
        )}
      </RecordHead>
      <div className="grid min-h-0 flex-1 content-start gap-x-8 gap-y-6 overflow-y-auto px-6 py-4 lg:grid-cols-[minmax(0,3fr)_minmax(20rem,2fr)]">
        <div className="flex min-w-0 flex-col gap-6">
          <Part title="Where it was seen">
            {one.sightings.length === 0 ? (
              <p className="text-fg-muted">No sweep has found it yet.</p>
            ) : (
              <SightingList sightings={one.sightings} label="Sightings" />
            )}
            {one.sightingsTotal > one.sightings.length && (
              <p className="text-fg-muted">
                The newest {one.sightings.length.toLocaleString()} of{' '}
                {one.sightingsTotal.toLocaleString()}.
              </p>
            )}
          </Part>
          <Relations one={one} onOpen={onOpen} mayWrite={mayWrite} />
          <DecayChart one={one} />
        </div>
        <div className="flex min-w-0 flex-col gap-6 pb-6">
          <LocalFacts
            values={lookUpValues([one.value])}
            frame={(facts) => <Part title="Local enrichment">{facts}</Part>}
          />
          <Facts one={one} />
          <Part title="History">
            <RecordHistory resource="indicators" id={one.id} labels={LABELS} hidden={HIDDEN} />
          </Part>
        </div>
      </div>
      {isEditing && <IocFormDialog one={one} onClose={() => setEditing(false)} />}
    </div>
  );
}

const HIDDEN = ['updatedAt', 'provenance', 'evidence', 'stixId'];
const LABELS = {
  isActive: 'Active',
  expiresAt: 'Expires',
  firstSeen: 'First seen',
  lastSeen: 'Last seen',
  inactiveReason: 'Why it is not active',
  tlp: 'TLP',
};

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-2">
      <h3 className="text-sm font-semibold text-fg">{title}</h3>
      {children}
    </section>
  );
}

const ORIGINS = {
  text: 'Text',
  file: 'File',
  alert: 'Alert',
  investigation: 'Investigation',
  event: 'Event',
  import: 'Import',
} as const;

const time = (at: string | null) => (at === null ? '—' : <DateTime value={at} />);
const words = (text: string | null) =>
  text === null || text === '' ? '—' : <Untrusted text={text} max={1000} newlines="keep" />;

function originOf({ provenance }: IndicatorDetail): ReactNode {
  if (provenance === null) return '—';
  const { kind, name, start, end, excerpt } = provenance;
  return (
    <>
      <Untrusted text={`${ORIGINS[kind]}: ${name}`} max={200} expand="none" />
      {start !== null &&
        end !== null &&
        `, characters ${start.toLocaleString()} to ${end.toLocaleString()}`}
      {excerpt !== null && (
        <span className="block font-mono text-xs text-fg-muted">
          <Untrusted text={excerpt} max={300} />
        </span>
      )}
    </>
  );
}

function Facts({ one }: { one: IndicatorDetail }) {
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['Confidence', `${one.confidence} of 100`],
    ['First seen', time(one.firstSeen)],
    ['Last seen', time(one.lastSeen)],
    ['Expires', time(one.expiresAt)],
    ['Source', words(one.source)],
    ['Tags', words(one.tags.join(', '))],
    ['Investigation', one.investigation ? <CaseLink key="case" one={one.investigation} /> : '—'],
    ['Where it came from', originOf(one)],
    ['Added', <DateTime key="added" value={one.createdAt} />],
    ['By', words(one.createdBy)],
    ['Description', words(one.description)],
    ['Notes', words(one.notes)],
  ];
  return (
    <Part title="Facts">
      <dl className="grid grid-cols-[9rem_minmax(0,1fr)] gap-x-3 gap-y-1.5">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-fg-muted">{name}</dt>
            <dd className="min-w-0 text-fg [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
      {one.twins.length > 0 && (
        <p className="text-fg-muted">
          The same value stands in{' '}
          {one.twins.length === 1 ? 'one other place' : `${one.twins.length} other places`}.
        </p>
      )}
    </Part>
  );
}

function CaseLink({ one }: { one: { id: string; title: string } }) {
  return (
    <Link
      to={`/forensics?investigation=${encodeURIComponent(one.id)}`}
      className="rounded-sm text-accent-text hover:underline"
    >
      <Untrusted text={one.title} max={120} expand="none" />
    </Link>
  );
}

const KINDS = RELATION_KINDS.map((value) => ({ value, label: value }));

function Relations({
  one,
  onOpen,
  mayWrite,
}: {
  one: IndicatorDetail;
  onOpen: (id: string) => void;
  mayWrite: boolean;
}) {
  const [kind, setKind] = useState<(typeof RELATION_KINDS)[number]>('related-to');
  const [value, setValue] = useState('');
  const queries = useQueryClient();
  // The button of a relation goes with it: what is focused must stay in the drawer.
  const input = useRef<HTMLInputElement>(null);
  // Relations are rows of their own: their change makes none of the indicators old.
  const reload = () => queries.invalidateQueries({ queryKey: ['indicators', 'one'] });
  const relate = useIndicatorCall(
    (client, given: { kind: typeof kind; value: string }) =>
      client.call(indicatorsContract.relate, { params: { id: one.id }, body: given }).then(reload),
    () => 'Relation added',
  );
  const unrelate = useIndicatorCall(
    (client, id: string) =>
      client.call(indicatorsContract.unrelate, { params: { id } }).then(reload),
    () => 'Relation removed',
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (value.trim() !== '')
      relate.mutate({ kind, value: value.trim() }, { onSuccess: () => setValue('') });
  };
  return (
    <Part title="Relations">
      {one.relations.length === 0 && <p className="text-fg-muted">None.</p>}
      <ul className="flex flex-col gap-1">
        {one.relations.map(({ id, kind: said, isFrom, other }) => (
          <li key={id} className="flex min-w-0 items-center gap-2 text-xs">
            <span className="shrink-0 text-fg-muted">{isFrom ? said : `${said} (from)`}</span>
            <IocValue type={other.type} value={other.value} />
            <Button
              size="sm"
              variant="ghost"
              label={`Open ${defang(other.type, other.value)}`}
              onClick={() => onOpen(other.id)}
            >
              Open
            </Button>
            {mayWrite && (
              <Button
                size="sm"
                variant="ghost"
                label={`Remove the relation to ${defang(other.type, other.value)}`}
                onClick={() => unrelate.mutate(id, { onSuccess: () => input.current?.focus() })}
              >
                Remove
              </Button>
            )}
          </li>
        ))}
      </ul>
      {mayWrite && (
        <form onSubmit={submit} className="flex flex-wrap items-center gap-2">
          <span className="w-48">
            <Select label="Kind of relation" value={kind} options={KINDS} onValueChange={setKind} />
          </span>
          <span className="min-w-48 flex-1">
            <Input
              ref={input}
              aria-label="Value of the other indicator"
              placeholder="Value of the other indicator"
              value={value}
              maxLength={1000}
              onChange={(event) => setValue(event.target.value)}
            />
          </span>
          <Button type="submit" disabled={relate.isPending || value.trim() === ''}>
            Add relation
          </Button>
        </form>
      )}
    </Part>
  );
}
