import { useQuery } from '@tanstack/react-query';
import { ShieldOff } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { Trip } from '../../../shared/areas/assistant/automation.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { tripsQuery } from './automation.queries.ts';

/** What was switched off by a confirmed error, and why. */
export function TripsTab() {
  const trips = useQuery(tripsQuery(useClient()));
  return (
    <Loaded query={trips} failed="Trips could not be loaded">
      {(shown) =>
        shown.length === 0 ? (
          <Card>
            <EmptyState
              icon={<ShieldOff />}
              title="Nothing Has Tripped"
              text="One error that a person confirms switches a pattern off, two switch all of automation off."
            />
          </Card>
        ) : (
          <Card title="Trips" note="Newest first" bodyClassName="p-0">
            <ul className="divide-y divide-line">
              {shown.map((trip) => (
                <TripRow key={trip.id} trip={trip} />
              ))}
            </ul>
          </Card>
        )
      }
    </Loaded>
  );
}

function TripRow({ trip }: { trip: Trip }) {
  return (
    <li className="flex flex-col gap-0.5 px-4 py-2.5">
      <p className="flex min-w-0 items-center gap-2">
        <Badge tone="bad">{trip.patternLabel === null ? 'All automation' : 'Pattern'}</Badge>
        <span className="min-w-0 truncate font-medium text-fg">
          <Untrusted
            text={trip.patternLabel ?? 'Switched off after two confirmed errors'}
            max={200}
            expand="none"
          />
        </span>
      </p>
      <p className="text-xs text-fg-muted">
        <Untrusted text={trip.reason} max={400} />
        {trip.confirmedByName !== null && (
          <>
            {' · confirmed by '}
            <Untrusted text={trip.confirmedByName} max={80} expand="none" />
          </>
        )}
        {' · '}
        <DateTime value={trip.at} />
        {trip.alertTitle !== null && (
          <>
            {' · '}
            <Link
              to={`/alerts?alert=${encodeURIComponent(trip.alertId)}`}
              className="text-accent-text hover:underline"
            >
              <Untrusted text={trip.alertTitle} max={120} expand="none" />
            </Link>
          </>
        )}
      </p>
    </li>
  );
}
