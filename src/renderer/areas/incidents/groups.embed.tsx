/** What other areas show of groups. */
import { useQuery } from '@tanstack/react-query';
import { Layers, SlidersHorizontal } from 'lucide-react';
import { lazy, useMemo } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useClient } from '../../api/client-context.tsx';
import type { Command } from '../../api/commands.tsx';
import { useDetachCommand } from './group-members.tsx';
import { GROUPS_HREF, groupHref, RULES_HREF } from './group-search.ts';
import { groupOfAlertQuery } from './groups.queries.ts';

/** The view of the desk, loaded when it is first shown. */
export const GroupsView = lazy(async () => ({
  default: (await import('./groups-view.tsx')).GroupsView,
}));

/** 'One of N repeats', in an alert's pane; nothing where it has none. */
export function AlertRepeats({ id }: { id: string }) {
  const { data } = useQuery(groupOfAlertQuery(useClient(), id));
  const group = data?.group;
  useDetachCommand(id, group ?? null);
  if (!group || (group.alerts < 2 && !group.isDetached)) return null;
  return (
    <p className="flex items-center gap-1.5 px-4 pb-2 text-fg-muted">
      <Layers aria-hidden className="size-4" />
      <Link
        to={groupHref(group.key)}
        className="rounded-sm text-accent-text underline underline-offset-2"
      >
        {group.isDetached
          ? 'Taken out of its group'
          : `One of ${group.alerts.toLocaleString()} repeats`}
      </Link>
    </p>
  );
}

/** What the palette offers of groups, from anywhere. */
export function useGroupCommands(): readonly Command[] {
  const navigate = useNavigate();
  return useMemo(
    () => [
      {
        id: 'groups.show',
        title: 'Show groups of repeats',
        words: 'alerts repeats grouped duplicates',
        kind: 'go',
        icon: Layers,
        needs: 'alerts.read',
        run: () => navigate(GROUPS_HREF),
      },
      {
        id: 'groups.rules',
        title: 'Choose what makes a repeat',
        words: 'fingerprint fields group rule',
        kind: 'action',
        icon: SlidersHorizontal,
        needs: 'alerts.read',
        run: () => navigate(RULES_HREF),
      },
    ],
    [navigate],
  );
}
