import { useQuery } from '@tanstack/react-query';
import {
  Bookmark,
  BookmarkPlus,
  ChevronDown,
  ListFilter,
  Settings2,
  Star,
  Users,
} from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import {
  type SavedView,
  VIEW_NAME_LENGTH,
  type ViewFilter,
} from '../../../shared/areas/views/views.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { Button } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { useAddressParams } from '../../ui/use-address-params.ts';
import { BUILT_IN_VIEWS } from './built-in-views.ts';
import { ManageViewsDialog } from './manage-views-dialog.tsx';
import { SaveViewDialog } from './save-view-dialog.tsx';
import { viewHref, viewsQuery } from './views.queries.ts';
import { VIEWS_PARAM } from './views-param.ts';

interface ViewsMenuProps {
  /** What is filtered now, as the address has it. */
  filter: ViewFilter;
}

/** Saved views at the desk: opened, kept, managed. */
export function ViewsMenu({ filter }: ViewsMenuProps) {
  const { data: views } = useQuery(viewsQuery(useClient()));
  const [params, put] = useAddressParams();
  const navigate = useNavigate();
  const mayWrite = useMay('alerts.write');
  const dialog = params.get(VIEWS_PARAM);
  const show = (next: 'save' | 'manage' | null) =>
    put(
      (now) => {
        const changed = new URLSearchParams(now);
        if (next === null) changed.delete(VIEWS_PARAM);
        else changed.set(VIEWS_PARAM, next);
        return changed;
      },
      { replace: true },
    );
  useDefaultView(views);
  const isFiltered = Object.values(filter).some(Boolean);
  return (
    <>
      <Menu
        trigger={
          <Button icon={<Bookmark aria-hidden />}>
            Views
            <ChevronDown aria-hidden />
          </Button>
        }
        items={[
          ...BUILT_IN_VIEWS.map((view) => ({
            label: view.name,
            note: view.filter.query,
            icon: <ListFilter aria-hidden />,
            onSelect: () => navigate(viewHref(view)),
          })),
          ...(views ?? []).map((view) => ({
            id: view.id,
            label: view.name,
            shown: <ViewName view={view} />,
            icon: view.isDefault ? (
              <Star aria-hidden />
            ) : view.isShared ? (
              <Users aria-hidden />
            ) : (
              <Bookmark aria-hidden />
            ),
            onSelect: () => navigate(viewHref(view)),
          })),
          ...(mayWrite && isFiltered
            ? [
                {
                  label: 'Save view...',
                  note: 'What is filtered now',
                  icon: <BookmarkPlus aria-hidden />,
                  onSelect: () => show('save'),
                },
              ]
            : []),
          {
            label: 'Manage views...',
            note: 'Share, export, import',
            icon: <Settings2 aria-hidden />,
            onSelect: () => show('manage'),
          },
        ]}
      />
      {dialog === 'save' && mayWrite && (
        <SaveViewDialog filter={filter} onClose={() => show(null)} />
      )}
      {dialog === 'manage' && <ManageViewsDialog views={views ?? []} onClose={() => show(null)} />}
    </>
  );
}

/** What others wrote, and in a file anybody. */
function ViewName({ view: { name, isMine, ownerName } }: { view: SavedView }) {
  return (
    <>
      <Untrusted text={name} max={VIEW_NAME_LENGTH} expand="none" />
      {!isMine && (
        <>
          {' ('}
          <Untrusted text={ownerName ?? 'shared'} max={80} expand="none" />)
        </>
      )}
    </>
  );
}

/** A desk that is opened without a word of what to show opens with the view that was chosen for it. */
function useDefaultView(views: readonly SavedView[] | undefined): void {
  const navigate = useNavigate();
  const [isBare] = useState(() => window.location.search === '');
  const isDone = useRef(false);
  useEffect(() => {
    if (isDone.current || views === undefined) return;
    isDone.current = true;
    const chosen = views.find(({ isDefault }) => isDefault);
    if (chosen && isBare && window.location.search === '')
      navigate(viewHref(chosen), { replace: true });
  }, [views, isBare, navigate]);
}
