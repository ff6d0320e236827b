import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';
import { ROLES } from '../../contract/permissions.ts';

export const PASSWORD_MIN_LENGTH = 12;
export const PASSWORD_MAX_LENGTH = 1024;
export const WORKSPACE_KINDS = ['demo', 'empty'] as const;
export type WorkspaceKind = (typeof WORKSPACE_KINDS)[number];

export const userSchema = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
  role: z.string(),
  /** Since when the account is closed; null while it is in use. */
  deactivatedAt: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type User = z.infer<typeof userSchema>;

export const emailSchema = z
  .string({ error: 'Email is required' })
  .trim()
  .min(1, 'Email is required')
  .max(254, 'Email must be at most 254 characters')
  .refine(
    (value) => /^[^\s@]+@[^\s@]+$/.test(value),
    'Email must be an address like name@example.com',
  )
  .transform((value) => value.toLowerCase());

export const nameSchema = (label: string) =>
  z
    .string({ error: `${label} is required` })
    .trim()
    .min(1, `${label} is required`)
    .max(100, `${label} must be at most 100 characters`);

export const newPasswordSchema = z
  .string({ error: 'Password is required' })
  .min(PASSWORD_MIN_LENGTH, `Password must have at least ${PASSWORD_MIN_LENGTH} characters`)
  .max(PASSWORD_MAX_LENGTH, `Password must have at most ${PASSWORD_MAX_LENGTH} characters`);

export const setupSchema = z.object({
  email: emailSchema,
  firstName: nameSchema('First name'),
  lastName: nameSchema('Last name'),
  password: newPasswordSchema,
  workspace: z.enum(WORKSPACE_KINDS, { error: 'Workspace must be demo or empty' }),
});
export type Setup = z.infer<typeof setupSchema>;

/** No length rule here: a wrong password is 'wrong', whatever its length. */
export const credentialsSchema = z.object({
  email: z
    .string({ error: 'Email is required' })
    .trim()
    .min(1, 'Email is required')
    .max(1000)
    .toLowerCase(),
  password: z
    .string({ error: 'Password is required' })
    .min(1, 'Password is required')
    .max(PASSWORD_MAX_LENGTH, `Password must have at most ${PASSWORD_MAX_LENGTH} characters`),
});

export const newAccountSchema = setupSchema
  .omit({ workspace: true })
  .extend({ role: z.enum(ROLES, { error: 'Role is required' }) });
export type NewAccount = z.infer<typeof newAccountSchema>;

/** The signed-in user with what the role may do, so that the page need not guess. */
export const currentUserSchema = userSchema.extend({ permissions: z.array(z.string()) });
export type CurrentUser = z.infer<typeof currentUserSchema>;

export const authContract = {
  user: endpoint({
    method: 'GET',
    path: '/api/auth/user',
    summary: 'The signed-in user',
    permission: 'session',
    response: currentUserSchema,
  }),
  setupState: endpoint({
    method: 'GET',
    path: '/api/setup',
    summary: 'Whether this data folder still needs its first account',
    permission: 'public',
    response: z.object({ required: z.boolean() }),
  }),
  setup: endpoint({
    method: 'POST',
    path: '/api/setup',
    summary: 'Create the first account (an Administrator) and the workspace',
    permission: 'public',
    body: setupSchema,
    response: currentUserSchema,
    status: 201,
  }),
  loginPage: endpoint({
    method: 'GET',
    path: '/api/login',
    summary: 'The sign-in page, or the set-up page on a new data folder',
    permission: 'public',
    response: 'html',
  }),
  login: endpoint({
    method: 'POST',
    path: '/api/login',
    summary: 'Sign in, by form (303 to /) or JSON (200 with the user)',
    permission: 'public',
    body: credentialsSchema,
    response: currentUserSchema,
  }),
  logout: endpoint({
    method: 'GET',
    path: '/api/logout',
    summary: 'End the session and go to /',
    permission: 'public',
    response: 'none',
    status: 303,
  }),
  listAccounts: endpoint({
    method: 'GET',
    path: '/api/users',
    summary: 'Accounts of this workspace',
    permission: 'accounts.read',
    response: z.array(userSchema),
    list: true,
  }),
  createAccount: endpoint({
    method: 'POST',
    path: '/api/users',
    summary: 'Create an account',
    permission: 'accounts.manage',
    body: newAccountSchema,
    response: userSchema,
    status: 201,
  }),
};
