import { Link } from 'react-router-dom';
import type { GapAnalysis } from '../../../shared/areas/compliance/gaps.contract.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { techniqueLink } from './gaps.text.ts';

/** What attackers did here, and what should have stopped it. */
export function GapTechniques({ analysis }: { analysis: GapAnalysis }) {
  const { techniques, techniqueDays, ranAt } = analysis;
  return (
    <Card
      title="Techniques behind the priority"
      note={`On the alerts of the last ${techniqueDays} days, with the controls in scope that should stop them`}
      bodyClassName="p-0"
    >
      {techniques.length === 0 ? (
        <EmptyState
          title="No techniques"
          text="No alert of these days names an ATT&CK technique, so nothing here is urgent for that reason."
        />
      ) : (
        <ScrollRegion label="Techniques by alerts" className="max-h-96">
          <ul className="divide-y divide-line">
            {techniques.map(({ id, name, alerts, controls, shortcomings }) => (
              <li key={id} className="flex items-baseline gap-3 px-4 py-2">
                <span className="w-20 shrink-0 font-mono text-xs text-fg-muted">{id}</span>
                <span className="min-w-0 flex-1">
                  <Untrusted
                    text={name ?? 'Unknown to this version of ATT&CK'}
                    className="text-fg"
                  />
                  <span className="block text-xs text-fg-muted tabular-nums">
                    {controls === 0
                      ? 'No control in scope is known to stop it'
                      : `${controls} controls should stop it, ${shortcomings} of them lack something`}
                  </span>
                </span>
                <Link
                  to={techniqueLink(id, techniqueDays, ranAt)}
                  className="shrink-0 text-accent-text tabular-nums hover:underline"
                >
                  {alerts.toLocaleString('en')} {alerts === 1 ? 'alert' : 'alerts'}
                </Link>
              </li>
            ))}
          </ul>
        </ScrollRegion>
      )}
    </Card>
  );
}
