import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { Challenge } from '../../../shared/areas/compliance/gaps.contract.ts';
import { useMay } from '../../api/session.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { ChallengeDialog } from './challenge-dialog.tsx';
import { CHALLENGE_LABELS, CHALLENGE_TONES, controlLink } from './gaps.text.ts';
import { STATUS_WORDS } from './scores.text.ts';

interface ChallengeRowProps {
  challenge: Challenge;
  /** In a control's own drawer its name goes without saying. */
  isOfOneControl?: boolean;
}

/** What the queue says against a control, and what a person made of it. */
export function ChallengeRow({ challenge, isOfOneControl = false }: ChallengeRowProps) {
  const [verdict, setVerdict] = useState<'confirm' | 'dismiss' | null>(null);
  const mayDecide = useMay('compliance.write');
  const { state, alert } = challenge;
  return (
    <li className="flex flex-col gap-1.5 px-4 py-3">
      <div className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
        <Badge tone={CHALLENGE_TONES[state]}>{CHALLENGE_LABELS[state]}</Badge>
        {!isOfOneControl && (
          <>
            <Link
              to={controlLink(challenge.controlId)}
              className="text-accent-text hover:underline"
            >
              {challenge.ref}
            </Link>
            <Untrusted text={challenge.title} className="text-fg" />
            <Untrusted text={challenge.framework} className="text-xs text-fg-muted" />
          </>
        )}
        <span className="ml-auto text-xs text-fg-muted">
          <DateTime value={challenge.createdAt} />
        </span>
      </div>
      <Untrusted text={challenge.reason} className="text-fg-muted" />
      {alert && (
        <Link
          to={`/alerts?alert=${encodeURIComponent(alert.id)}`}
          className="self-start text-accent-text hover:underline"
        >
          <Untrusted text={alert.title} expand="none" />
        </Link>
      )}
      {state === 'OPEN' ? (
        <div className="flex flex-wrap items-center gap-2">
          <span className="flex-1 text-xs text-fg-muted">
            Proposed: {STATUS_WORDS[challenge.controlStatus]} to{' '}
            {STATUS_WORDS[challenge.proposedStatus]}
          </span>
          {mayDecide && (
            <>
              <Button
                size="sm"
                aria-label={`Confirm the challenge to ${challenge.ref}`}
                onClick={() => setVerdict('confirm')}
              >
                Confirm
              </Button>
              <Button
                size="sm"
                aria-label={`Dismiss the challenge to ${challenge.ref}`}
                onClick={() => setVerdict('dismiss')}
              >
                Dismiss
              </Button>
            </>
          )}
        </div>
      ) : (
        <p className="text-xs text-fg-muted">
          {CHALLENGE_LABELS[state]} by <Untrusted text={challenge.decidedBy ?? 'Unknown account'} />
          {challenge.decidedAt !== null && (
            <>
              {' '}
              on <DateTime value={challenge.decidedAt} />
            </>
          )}
          {challenge.note !== null && (
            <>
              : <Untrusted text={challenge.note} />
            </>
          )}
        </p>
      )}
      {verdict !== null && (
        <ChallengeDialog challenge={challenge} verdict={verdict} onClose={() => setVerdict(null)} />
      )}
    </li>
  );
}
