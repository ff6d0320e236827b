import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { exhaustive } from '../../../shared/kernel/exhaustive.ts';
import { useMay } from '../../api/session.tsx';
import { useHost } from '../../host/host-context.tsx';
import { type DeskIntent, deskIntentOf } from './alerts.intents.ts';
import { useDesk } from './desk-context.tsx';
import { useStableCallback } from './use-stable-callback.ts';

/** Does what the navigation to the desk asked for, once: a reload does not ask again. */
export function useDeskIntent(): void {
  const { state, pathname, search } = useLocation();
  const navigate = useNavigate();
  const host = useHost();
  const desk = useDesk();
  const mayCreate = useMay('alerts.write');
  const mayImport = useMay('alerts.import');
  const intent = deskIntentOf(state);
  const begin = useStableCallback(async (asked: DeskIntent) => {
    navigate({ pathname, search }, { replace: true, state: null });
    switch (asked) {
      case 'create':
        return mayCreate ? desk.openDialog({ type: 'create' }) : undefined;
      case 'import-history':
        return desk.openDialog({ type: 'import-history' });
      case 'import':
        return mayImport ? desk.addFiles(await host.pickFiles()) : undefined;
      default:
        return exhaustive(asked);
    }
  });
  useEffect(() => {
    if (intent) void begin(intent);
  }, [intent, begin]);
}
