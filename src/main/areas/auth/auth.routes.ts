import {
  authContract,
  type CurrentUser,
  credentialsSchema,
  setupSchema,
} from '../../../shared/areas/auth/auth.contract.ts';
import { AppError, badInput } from '../../../shared/contract/errors.ts';
import { isForm } from '../../http/guard.ts';
import { page, type Route, route } from '../../http/route.ts';
import { clearedSessionCookie, sessionCookie } from '../../http/session.ts';
import type { AuthService, SignedIn } from './auth.service.ts';
import { deviceOf } from './device.ts';
import { EMPTY_FORM, type FormState, loginPage, setupPage } from './login-page.ts';

function seeOther(location: string, cookie?: string): Response {
  return new Response(null, {
    status: 303,
    headers: { Location: location, ...(cookie ? { 'Set-Cookie': cookie } : {}) },
  });
}

function withSession(signedIn: SignedIn, status: number): Response {
  const body: CurrentUser = signedIn.user;
  return Response.json(body, { status, headers: { 'Set-Cookie': sessionCookie(signedIn.token) } });
}

/** A form answers with a page that keeps what was typed (never passwords) and says what is wrong. */
function formState(values: Record<string, unknown>, error: unknown): FormState | undefined {
  if (!(error instanceof AppError)) return undefined;
  const { password: _, ...kept } = values as Record<string, string>;
  return {
    values: kept,
    message: error.issues?.length ? null : error.message,
    issues: error.issues ?? [],
  };
}

const deviceIn = (request: Request) => deviceOf(request.headers.get('user-agent'));

export function authRoutes(auth: AuthService): Route[] {
  async function signInByForm(values: Record<string, unknown>, device: string): Promise<Response> {
    try {
      const parsed = credentialsSchema.safeParse(values);
      if (!parsed.success) throw badInput(parsed.error);
      const { token } = await auth.signIn(parsed.data.email, parsed.data.password, device);
      return seeOther('/', sessionCookie(token));
    } catch (error) {
      const form = formState(values, error);
      if (!form || !(error instanceof AppError)) throw error;
      const retry = error.retryAfterSeconds;
      return loginPage(
        form,
        error.status,
        retry === undefined ? {} : { 'Retry-After': String(retry) },
      );
    }
  }

  async function setUpByForm(values: Record<string, unknown>, device: string): Promise<Response> {
    try {
      const parsed = setupSchema.safeParse(values);
      if (!parsed.success) throw badInput(parsed.error);
      const { token } = await auth.setUp(parsed.data, device);
      return seeOther('/', sessionCookie(token));
    } catch (error) {
      const form = formState(values, error);
      if (!form || !(error instanceof AppError)) throw error;
      return error.code === 'conflict' ? loginPage(form, 409) : setupPage(form, error.status);
    }
  }

  return [
    route(authContract.user, ({ session }) => auth.currentUser(session)),
    route(authContract.setupState, () => ({ required: auth.isSetupRequired() })),
    route(authContract.setup, async ({ body, form, request }) =>
      isForm(request)
        ? setUpByForm(form, deviceIn(request))
        : withSession(await auth.setUp(body, deviceIn(request)), 201),
    ),
    route(authContract.loginPage, ({ session }) => {
      if (auth.isSetupRequired()) return setupPage(EMPTY_FORM);
      return session ? seeOther('/') : loginPage(EMPTY_FORM);
    }),
    route(authContract.login, async ({ body, form, request }) =>
      isForm(request)
        ? signInByForm(form, deviceIn(request))
        : withSession(await auth.signIn(body.email, body.password, deviceIn(request)), 200),
    ),
    route(authContract.logout, ({ session }) => {
      if (!session) return seeOther('/');
      auth.signOut(session);
      return seeOther('/', clearedSessionCookie());
    }),
    route(authContract.listAccounts, () => {
      const accounts = auth.listAccounts();
      return page(accounts, accounts.length, null);
    }),
    route(authContract.createAccount, ({ body, session }) =>
      auth.createAccount(body, session.user.id),
    ),
  ];
}
