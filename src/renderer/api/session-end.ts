import type { Host, HostResponse } from '../../shared/host.ts';
import type { ToastInput } from '../ui/toast-store.ts';

const REDIRECT_DELAY_MS = 500;
/** Asks whether there is a session at all, so its 401 is an answer and not an end. */
const SESSION_QUESTION = '/api/auth/user';

export interface SessionEnd {
  /** Says that the session is over and leads to the sign-in page, once. */
  announce(): void;
}

export function createSessionEnd(deps: {
  toast(input: ToastInput): void;
  navigate(path: '/api/login'): void;
  later(run: () => void, delayMs: number): void;
}): SessionEnd {
  let isAnnounced = false;
  return {
    announce() {
      if (isAnnounced) return;
      isAnnounced = true;
      deps.toast({
        title: 'Unauthorized',
        description: 'You are logged out. Logging in again...',
        variant: 'destructive',
      });
      deps.later(() => deps.navigate('/api/login'), REDIRECT_DELAY_MS);
    },
  };
}

/** The one place where a lost session is noticed: every call of the page passes through here. */
export function watchSession(host: Host, sessionEnd: SessionEnd): Host {
  function watched(path: string, response: HostResponse): HostResponse {
    const isOver = response.status === 401 && response.body.includes('Unauthorized');
    if (isOver && path !== SESSION_QUESTION) sessionEnd.announce();
    return response;
  }
  return {
    ...host,
    request: async (request) => watched(request.path, await host.request(request)),
    sendFile: async (file, request, headBytes) =>
      watched(request.path, await host.sendFile(file, request, headBytes)),
  };
}
