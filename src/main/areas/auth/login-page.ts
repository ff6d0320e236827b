/**
 * The sign-in and set-up pages: whole HTML documents without script, served before anybody is
 * trusted. Everything that is not ours is escaped; the policy allows one stylesheet by its hash.
 */
import { createHash } from 'node:crypto';
import { PASSWORD_MIN_LENGTH } from '../../../shared/areas/auth/auth.contract.ts';
import type { Issue } from '../../../shared/contract/errors.ts';
import { LOGIN_STYLE } from './login-style.ts';

const STYLE_HASH = createHash('sha256').update(LOGIN_STYLE).digest('base64');

const LOGIN_PAGE_POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

export interface FormState {
  readonly values: Readonly<Record<string, string>>;
  readonly message: string | null;
  readonly issues: readonly Issue[];
}

export const EMPTY_FORM: FormState = { values: {}, message: null, issues: [] };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

interface FieldOptions {
  readonly name: string;
  readonly label: string;
  readonly type: 'email' | 'text' | 'password';
  readonly autocomplete: string;
  readonly hint?: string;
  readonly focus?: boolean;
}

/** The product's mark, as in renderer/app/mark.tsx. */
const MARK = `<svg class="mark" viewBox="0 0 32 32" fill="none" aria-hidden="true"><rect width="32" height="32" rx="7"/><path d="M6.5 16S10 9.5 16 9.5 25.5 16 25.5 16 22 22.5 16 22.5 6.5 16 6.5 16Z"/><circle cx="16" cy="16" r="3"/></svg>`;

function field(options: FieldOptions, form: FormState): string {
  const { name, label, type, autocomplete, hint } = options;
  const issue = form.issues.find((candidate) => candidate.path === name)?.message;
  const value = type === 'password' ? '' : escapeHtml(form.values[name] ?? '');
  const note = issue ?? hint;
  const described = note ? ` aria-describedby="${name}-note"` : '';
  return `<div class="field">
  <label for="${name}">${label}</label>
  <input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" value="${value}" required${options.focus ? ' autofocus' : ''}${issue ? ' aria-invalid="true"' : ''}${described}>
  ${note ? `<p id="${name}-note" class="${issue ? 'issue' : 'hint'}">${escapeHtml(note)}</p>` : ''}
</div>`;
}

function documentPage(title: string, heading: string, lead: string, form: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<title>${title} · Watchfloor</title>
<style>${LOGIN_STYLE}</style>
</head>
<body>
<main>
<p class="brand">${MARK}Watchfloor</p>
<h1>${heading}</h1>
<p class="lead">${lead}</p>
${form}
</main>
</body>
</html>
`;
}

function banner(form: FormState): string {
  return form.message ? `<p class="banner" role="alert">${escapeHtml(form.message)}</p>` : '';
}

function loginForm(form: FormState): string {
  return `${banner(form)}
<form method="post" action="/api/login">
${field({ name: 'email', label: 'Email', type: 'email', autocomplete: 'username', focus: true }, form)}
${field({ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' }, form)}
<button type="submit">Sign in</button>
</form>`;
}

function setupForm(form: FormState): string {
  const isEmpty = form.values.workspace === 'empty';
  return `${banner(form)}
<form method="post" action="/api/setup">
${field({ name: 'email', label: 'Email', type: 'email', autocomplete: 'username', focus: true }, form)}
<div class="pair">
${field({ name: 'firstName', label: 'First name', type: 'text', autocomplete: 'given-name' }, form)}
${field({ name: 'lastName', label: 'Last name', type: 'text', autocomplete: 'family-name' }, form)}
</div>
${field({ name: 'password', label: 'Password', type: 'password', autocomplete: 'new-password', hint: `${PASSWORD_MIN_LENGTH} characters or more` }, form)}
<fieldset>
<legend>Workspace</legend>
<label class="choice"><input type="radio" name="workspace" value="demo"${isEmpty ? '' : ' checked'}><span><strong>Demo workspace</strong> Made-up data of one company to look around in. It can be left at any time.</span></label>
<label class="choice"><input type="radio" name="workspace" value="empty"${isEmpty ? ' checked' : ''}><span><strong>Empty workspace</strong> For real work: import your own alerts.</span></label>
</fieldset>
<button type="submit">Create account</button>
</form>`;
}

function htmlResponse(
  html: string,
  status: number,
  headers: Record<string, string> = {},
): Response {
  return new Response(html, {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': LOGIN_PAGE_POLICY,
      'Cache-Control': 'no-store',
      ...headers,
    },
  });
}

export function loginPage(
  form: FormState,
  status = 200,
  headers: Record<string, string> = {},
): Response {
  const lead = 'Use the account of this workstation.';
  return htmlResponse(documentPage('Sign in', 'Sign in', lead, loginForm(form)), status, headers);
}

export function setupPage(form: FormState, status = 200): Response {
  const lead =
    'This data folder is new. The first account is its administrator; everything stays on this machine.';
  return htmlResponse(documentPage('Set up', 'Set up Watchfloor', lead, setupForm(form)), status);
}
