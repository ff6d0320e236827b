import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { GapAnalysis, NextAction } from '../../../shared/areas/compliance/gaps.contract.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { controlLink, hours, RELATION_LABELS, weight } from './gaps.text.ts';

const TRACKS = [
  { value: 'close', label: 'Close' },
  { value: 'prove', label: 'Prove' },
] as const;
const NOTES = {
  close: 'What wins the most requirement weight per hour, over all frameworks in scope',
  prove: 'What proves the most of what is claimed to be met per hour',
} as const;
const CLOSES_SHOWN = 6;

/** What to do first: each requirement counts once, also where several frameworks ask for it. */
export function GapActions({ analysis }: { analysis: GapAnalysis }) {
  const [track, setTrack] = useState<NextAction['track']>('close');
  const actions = analysis.actions.filter((action) => action.track === track);
  const names = new Map(analysis.frameworks.map(({ id, name }) => [id, name]));
  return (
    <Card
      title="Next best actions"
      note={NOTES[track]}
      actions={
        <Segmented
          label="Kind of action"
          size="sm"
          value={track}
          onValueChange={setTrack}
          segments={TRACKS}
        />
      }
      bodyClassName="p-0"
    >
      {actions.length === 0 ? (
        <EmptyState title="Nothing to do here" text="No action in scope would gain anything." />
      ) : (
        <ScrollRegion label="Actions in order" className="max-h-96">
          <ol className="divide-y divide-line">
            {actions.map((action, index) => (
              <Action key={action.controlId} action={action} place={index + 1} names={names} />
            ))}
          </ol>
        </ScrollRegion>
      )}
    </Card>
  );
}

interface ActionProps {
  action: NextAction;
  place: number;
  names: ReadonlyMap<string, string>;
}

function Action({ action, place, names }: ActionProps) {
  const others = action.closes.filter(({ relation }) => relation !== 'own');
  const rest = others.length - CLOSES_SHOWN;
  return (
    <li className="flex gap-3 px-4 py-2.5">
      <span className="w-6 shrink-0 text-right text-fg-muted tabular-nums">{place}</span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <Link to={controlLink(action.controlId)} className="text-accent-text hover:underline">
            {action.ref}
          </Link>
          <Untrusted text={action.title} className="text-fg" />
          <span className="text-xs text-fg-muted">{names.get(action.frameworkId)}</span>
        </p>
        {others.length > 0 && (
          <ul className="mt-1 flex flex-col gap-0.5 text-xs text-fg-muted">
            {others.slice(0, CLOSES_SHOWN).map((close) => (
              <li key={close.controlId}>
                Also{' '}
                <Link
                  to={controlLink(close.controlId)}
                  className="text-accent-text hover:underline"
                >
                  {close.ref}
                </Link>{' '}
                of {names.get(close.frameworkId)} ({RELATION_LABELS[close.relation]}): +
                {weight(close.gained)}
              </li>
            ))}
            {rest > 0 && <li>and {rest} more</li>}
          </ul>
        )}
      </div>
      <p className="shrink-0 text-right text-xs whitespace-nowrap text-fg-muted tabular-nums">
        <span className="block text-sm font-medium text-fg">+{weight(action.gained)} weight</span>
        {hours(action.hours)}
      </p>
    </li>
  );
}
