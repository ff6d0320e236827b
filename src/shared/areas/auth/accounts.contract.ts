import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';
import { ROLES } from '../../contract/permissions.ts';
import { idParamSchema } from '../../kernel/ids.ts';
import {
  currentUserSchema,
  emailSchema,
  nameSchema,
  newPasswordSchema,
  PASSWORD_MAX_LENGTH,
  userSchema,
} from './auth.contract.ts';

const CURRENT_PASSWORD_REQUIRED = 'Current password is required';
const currentPasswordSchema = z
  .string({ error: CURRENT_PASSWORD_REQUIRED })
  .min(1, CURRENT_PASSWORD_REQUIRED)
  .max(PASSWORD_MAX_LENGTH, `Password must have at most ${PASSWORD_MAX_LENGTH} characters`);

/** The email is what one signs in with, so another one asks for the password. */
export const ownAccountPatchSchema = z
  .object({
    firstName: nameSchema('First name'),
    lastName: nameSchema('Last name'),
    email: emailSchema,
    currentPassword: currentPasswordSchema,
  })
  .partial()
  .refine(
    ({ firstName, lastName, email }) =>
      [firstName, lastName, email].some((value) => value !== undefined),
    'Nothing to change: give firstName, lastName or email',
  );
export type OwnAccountPatch = z.output<typeof ownAccountPatchSchema>;

export const passwordChangeSchema = z.object({
  currentPassword: currentPasswordSchema,
  newPassword: newPasswordSchema,
});
export type PasswordChange = z.infer<typeof passwordChangeSchema>;

/** Where an account is signed in. `device` is what its browser said of itself, in a few words. */
export const ownSessionSchema = z.object({
  id: z.string(),
  device: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
  isCurrent: z.boolean(),
});
export type OwnSession = z.infer<typeof ownSessionSchema>;

export const accountPatchSchema = z
  .object({
    role: z.enum(ROLES, { error: `Role must be one of ${ROLES.join(', ')}` }),
    isActive: z.boolean({ error: 'isActive must be true or false' }),
  })
  .partial()
  .refine(
    ({ role, isActive }) => role !== undefined || isActive !== undefined,
    'Nothing to change: give role or isActive',
  );
export type AccountPatch = z.infer<typeof accountPatchSchema>;

export const passwordResetSchema = z.object({ password: newPasswordSchema });

/** One change of an account: by whom, when, and what. */
export const accountHistorySchema = z.object({
  id: z.string(),
  at: z.string(),
  actorName: z.string(),
  action: z.string(),
  accountName: z.string(),
  changes: z.array(z.object({ field: z.string(), from: z.unknown(), to: z.unknown() })),
});
export type AccountHistoryEntry = z.infer<typeof accountHistorySchema>;

const endedSchema = z.object({ ended: z.number().int() });

export const accountsContract = {
  updateOwn: endpoint({
    method: 'PATCH',
    path: '/api/account',
    summary: 'Change name or email of the signed-in account',
    permission: 'session',
    body: ownAccountPatchSchema,
    response: currentUserSchema,
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/api/account/password',
    summary: 'Change the own password; the other sessions of the account end',
    permission: 'session',
    body: passwordChangeSchema,
    response: endedSchema,
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/api/account/sessions',
    summary: 'Where the signed-in account is signed in, newest first',
    permission: 'session',
    response: z.array(ownSessionSchema),
    list: true,
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/api/account/sessions/{id}',
    summary: 'End another session of the signed-in account',
    permission: 'session',
    params: idParamSchema,
    response: endedSchema,
  }),
  endOtherSessions: endpoint({
    method: 'DELETE',
    path: '/api/account/sessions',
    summary: 'End every other session of the signed-in account',
    permission: 'session',
    response: endedSchema,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/users/{id}',
    summary: 'Change the role of an account, or close and reopen it',
    permission: 'accounts.manage',
    params: idParamSchema,
    body: accountPatchSchema,
    response: userSchema,
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/api/users/{id}/password',
    summary: 'Give an account a new password; its sessions end',
    permission: 'accounts.manage',
    params: idParamSchema,
    body: passwordResetSchema,
    response: endedSchema,
  }),
  history: endpoint({
    method: 'GET',
    path: '/api/users/history',
    summary: 'The last changes of accounts, newest first',
    permission: 'accounts.manage',
    response: z.array(accountHistorySchema),
    list: true,
  }),
};
