import { useQuery } from '@tanstack/react-query';
import { EyeOff, ListX } from 'lucide-react';
import { useMemo } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import type { Alert } from '../../../shared/areas/alerts/alerts.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import type { Command } from '../../api/commands.tsx';
import { Badge } from '../../ui/badge.tsx';
import { buttonStyles } from '../../ui/button.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { suppressionQuery } from './suppressions.queries.ts';

const likeAddress = (alertId: string) => `/suppressions?add=1&alert=${encodeURIComponent(alertId)}`;

/** What can be done with rules of suppression from anywhere, and with the alert that is open at the desk. */
export function useSuppressionCommands(): readonly Command[] {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const openAlert = pathname === '/alerts' ? new URLSearchParams(search).get('alert') : null;
  return useMemo(() => {
    const like: readonly Command[] =
      openAlert === null
        ? []
        : [
            {
              id: 'suppression.like',
              title: 'Suppress alerts like this',
              words: 'hide noise mute rule open alert',
              kind: 'action',
              icon: EyeOff,
              needs: 'alerts.write',
              run: () => navigate(likeAddress(openAlert)),
            },
          ];
    return [
      ...like,
      {
        id: 'suppression.add',
        title: 'Add suppression rule',
        words: 'hide noise mute new',
        kind: 'action',
        icon: EyeOff,
        needs: 'alerts.write',
        run: () => navigate('/suppressions?add=1'),
      },
      {
        id: 'suppression.hidden',
        title: 'Show suppressed alerts',
        words: 'hidden noise muted',
        kind: 'action',
        icon: ListX,
        needs: 'alerts.read',
        run: () => navigate('/alerts?suppressed=only'),
      },
    ];
  }, [navigate, openAlert]);
}

/** The mark of a hidden alert in a list. */
export function SuppressedMark() {
  return <Badge icon={<EyeOff aria-hidden />}>Suppressed</Badge>;
}

/** Names the rule that hides an alert, and leads to it. */
export function SuppressedBy({ ruleId }: { ruleId: string }) {
  const { data } = useQuery(suppressionQuery(useClient(), ruleId));
  return (
    <p className="flex min-w-0 items-center gap-1.5 text-xs text-fg-muted">
      <EyeOff aria-hidden className="size-3.5 shrink-0" />
      <span className="shrink-0">Suppressed by</span>
      <Link
        to={`/suppressions?rule=${encodeURIComponent(ruleId)}`}
        className="min-w-0 truncate rounded-sm text-accent-text hover:underline"
      >
        {data ? <Untrusted text={data.name} max={120} expand="none" /> : 'a rule'}
      </Link>
    </p>
  );
}

/** Begins a rule with the scope of an alert. */
export function SuppressLikeLink({ alert }: { alert: Pick<Alert, 'id'> }) {
  return (
    <Link to={likeAddress(alert.id)} className={buttonStyles({ size: 'sm' })}>
      <EyeOff aria-hidden />
      Suppress alerts like this
    </Link>
  );
}
