import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import {
  findFresh,
  outsideNotices,
  seenFrom,
} from '../../shared/areas/notifications/notifications.fresh.ts';
import { useClient } from '../api/client-context.tsx';
import { usePreferences } from '../api/preferences.tsx';
import { useHost } from '../host/host-context.tsx';
import { newestUnreadQuery } from './notifications.queries.ts';
import { useServices } from './services-context.tsx';

type Permission = 'unavailable' | NotificationPermission;

/** Whether this browser may show notifications itself. The desktop's main process does, without the page. */
export function useOutsidePermission(): { permission: Permission; ask: () => Promise<void> } {
  const { kind } = useHost();
  const [permission, setPermission] = useState(() => permissionOn(kind));
  const ask = async () => {
    if (permission !== 'unavailable') setPermission(await window.Notification.requestPermission());
  };
  return { permission, ask };
}

function permissionOn(kind: 'desktop' | 'browser'): Permission {
  const isThere = kind === 'browser' && 'Notification' in window;
  return isThere ? window.Notification.permission : 'unavailable';
}

/** Shows what is new as the browser's own notifications, where that was asked for and nobody looks. */
export function useOutsideNotices(): void {
  const client = useClient();
  const { kind } = useHost();
  const { coreClock } = useServices();
  const { notify } = usePreferences();
  const navigate = useNavigate();
  const seen = useRef(seenFrom(coreClock.now()));
  const mayShow = notify.desktop && permissionOn(kind) === 'granted';
  const { data } = useQuery({ ...newestUnreadQuery(client), enabled: mayShow });
  useEffect(() => {
    if (!data) return;
    const { fresh, seen: next } = findFresh(data, seen.current);
    seen.current = next;
    if (fresh.length === 0 || document.hasFocus()) return;
    for (const { title, body, link } of outsideNotices(fresh)) {
      // One tag a text: several windows of this address show it once.
      const shown = new window.Notification(title, { body, tag: `${title} ${body}` });
      shown.onclick = () => {
        window.focus();
        shown.close();
        if (link !== null) void navigate(link);
      };
    }
  }, [data, navigate]);
}
