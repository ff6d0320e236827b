/** What the desk and the palette show of views. */
import { useQuery } from '@tanstack/react-query';
import { Bookmark, BookmarkPlus, ChartColumn, ListFilter, Target } from 'lucide-react';
import { lazy, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useClient } from '../../api/client-context.tsx';
import type { Command } from '../../api/commands.tsx';
import { ANALYSIS_PARAM } from './analysis-param.ts';
import { BUILT_IN_VIEWS } from './built-in-views.ts';
import { viewHref, viewsQuery } from './views.queries.ts';
import { VIEWS_PARAM } from './views-param.ts';

export { ANALYSIS_PARAM } from './analysis-param.ts';

export const AnalysisPanel = lazy(async () => ({
  default: (await import('./analysis-panel.tsx')).AnalysisPanel,
}));

export const ViewsMenu = lazy(async () => ({
  default: (await import('./views-menu.tsx')).ViewsMenu,
}));

export const ExactCount = lazy(async () => ({
  default: (await import('./exact-count.tsx')).ExactCount,
}));

const DESK = '/alerts';

/** Every saved view, and what is done with views, from anywhere. */
export function useViewCommands(): readonly Command[] {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const { data } = useQuery(viewsQuery(useClient()));
  return useMemo(() => {
    const at = (name: string, value: string) => {
      const params = new URLSearchParams(pathname === DESK ? search : '');
      params.set(name, value);
      // Alerts have an order and are counted; groups and incidents are not.
      if (name === 'sort' || name === ANALYSIS_PARAM) params.delete('show');
      return () => navigate(`${DESK}?${params}`);
    };
    return [
      ...BUILT_IN_VIEWS.map(
        (view): Command => ({
          id: `views.open-${view.id}`,
          title: `Alerts: ${view.name}`,
          words: `view filter ${view.filter.query}`,
          kind: 'go',
          icon: ListFilter,
          needs: 'alerts.read',
          run: () => navigate(viewHref(view)),
        }),
      ),
      ...(data ?? []).map(
        (view): Command => ({
          id: `views.open-${view.id}`,
          title: `View: ${view.name}`,
          words: `saved filter alerts ${view.filter.query ?? ''}`,
          kind: 'go',
          icon: Bookmark,
          needs: 'alerts.read',
          run: () => navigate(viewHref(view)),
        }),
      ),
      {
        id: 'views.save',
        title: 'Save view of alerts',
        words: 'filter query keep name',
        kind: 'action',
        icon: BookmarkPlus,
        needs: 'alerts.write',
        run: at(VIEWS_PARAM, 'save'),
      },
      {
        id: 'views.manage',
        title: 'Manage views of alerts',
        words: 'share export import default saved filter',
        kind: 'action',
        icon: Bookmark,
        needs: 'alerts.read',
        run: at(VIEWS_PARAM, 'manage'),
      },
      {
        id: 'views.analyse',
        title: 'Count alerts by host, user, technique...',
        words: 'stack rare histogram analyse chart over time',
        kind: 'action',
        icon: ChartColumn,
        needs: 'alerts.read',
        run: at(ANALYSIS_PARAM, 'host'),
      },
      {
        id: 'views.by-suspicion',
        title: 'Sort alerts by suspicion',
        words: 'order rank engine most suspicious first what waits',
        kind: 'action',
        icon: Target,
        needs: 'alerts.read',
        run: at('sort', 'suspicion'),
      },
    ];
  }, [data, navigate, pathname, search]);
}
