/** How a workstation comes to a shared workspace, and leaves it. */
import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';
import { ROLES } from '../../contract/permissions.ts';
import { idParamSchema } from '../../kernel/ids.ts';
import { isoTimeSchema } from '../../kernel/time.ts';

const INVITATION_MAX = 20_000;
const CONNECTION_MAX = 4_000;
const NAME_MAX = 120;
const EMAIL_MAX = 320;
const PASSPHRASE_MAX = 1_000;
const REASON_MAX = 500;
const CERTIFICATE_MAX = 20_000;

const nameOf = (what: string) =>
  z
    .string()
    .trim()
    .min(1, `${what} is required`)
    .max(NAME_MAX, `${what} must have at most ${NAME_MAX} characters`);

const invitationSchema = z
  .string()
  .trim()
  .min(1, 'Paste the invitation')
  .max(INVITATION_MAX, 'This text is too long for an invitation');

/** Of the database's owner: used once, kept nowhere. */
const connectionSchema = z
  .string()
  .trim()
  .min(1, 'Paste the connection of the owner')
  .max(CONNECTION_MAX, 'This text is too long for a connection')
  .regex(/^postgres(?:ql)?:\/\//, 'A connection begins with postgres://');

/** The database's owner, for one call; `authority` is a certificate (PEM) of an authority of one's own. */
const ownerSchema = z
  .object({
    connection: connectionSchema,
    authority: z
      .string()
      .trim()
      .max(CERTIFICATE_MAX, 'This text is too long for a certificate')
      .regex(
        /^-----BEGIN CERTIFICATE-----/,
        'A certificate begins with -----BEGIN CERTIFICATE-----',
      )
      .optional(),
  })
  .strict();
export type Owner = z.infer<typeof ownerSchema>;
/** Left out: this workstation asks in its own name, which the server allows administrators. */
const byOwner = { owner: ownerSchema.optional() };

/** The workspace that this workstation has joined. */
const membershipSchema = z.object({
  workspace: z.object({ id: z.string(), name: z.string() }),
  /** Host, port and database: `sync.example.test:5432/watchfloor`. */
  server: z.string(),
  /** `plain-loopback`: without TLS, on this machine alone. */
  transport: z.enum(['tls', 'plain-loopback']),
  /** What the others call this workstation. */
  label: z.string(),
  joinedAt: isoTimeSchema,
  /** The server no longer takes this workstation. */
  isRevoked: z.boolean(),
  /** Whether the account that asks works in the workspace; if not, an invitation of its own is needed. */
  isPersonIn: z.boolean(),
  /** What the account that asks may do on this workstation. */
  mayPause: z.boolean(),
  mayLeave: z.boolean(),
});
export type Membership = z.infer<typeof membershipSchema>;

/** What an invitation says; read from its text, nothing is sent to find out. */
const invitationPreviewSchema = membershipSchema
  .pick({ workspace: true, server: true, transport: true })
  .extend({
    person: z.object({ email: z.string(), name: z.string(), role: z.enum(ROLES) }),
    invitedBy: z.string().nullable(),
    expiresAt: isoTimeSchema,
    /** Rows of this workstation that a merge would share. */
    localRows: z.number().int(),
    /** Of them what the server does not take from that role, unless the workspace has it already; by table. */
    refused: z.array(
      z.object({
        table: z.string(),
        count: z.number().int(),
        reason: z.enum(['analysts-only', 'officers-only', 'administrators-only', 'auditors-read']),
      }),
    ),
    /** Why it cannot be used here now. */
    problem: z.string().nullable(),
  });
export type InvitationPreview = z.infer<typeof invitationPreviewSchema>;

/** merge: what is here goes into the workspace; fresh: it is replaced by it, after a backup. */
const JOIN_MODES = ['merge', 'fresh'] as const;
export type JoinMode = (typeof JOIN_MODES)[number];
/** keep: what is here stays, alone from now on; wipe: it is deleted here. */
const LEAVE_MODES = ['keep', 'wipe'] as const;
export type LeaveMode = (typeof LEAVE_MODES)[number];
/** What a person types to leave. */
export const LEAVE_WORDS: Readonly<Record<LeaveMode, string>> = { keep: 'LEAVE', wipe: 'WIPE' };

const joinSchema = z
  .object({
    invitation: invitationSchema,
    mode: z.enum(JOIN_MODES, { error: 'Choose what becomes of what is here' }),
    label: nameOf('Name of this workstation'),
    /** Of the backup that is made before what is here is replaced. */
    passphrase: z.string().max(PASSPHRASE_MAX).optional(),
  })
  .strict();

export const newWorkspaceSchema = ownerSchema
  .extend({ name: nameOf('Name of the workspace'), label: nameOf('Name of this workstation') })
  .strict();
export type NewWorkspace = z.output<typeof newWorkspaceSchema>;

export const inviteeSchema = z
  .object({
    email: z.email('E-mail address must be valid').max(EMAIL_MAX),
    name: nameOf('Name'),
    role: z.enum(ROLES, { error: 'Choose a role' }),
    ...byOwner,
  })
  .strict();
export type Invitee = z.output<typeof inviteeSchema>;

export const joiningContract = {
  membership: endpoint({
    method: 'GET',
    path: '/api/sync/membership',
    summary: 'The shared workspace that this workstation has joined, or null',
    permission: 'session',
    response: membershipSchema.nullable(),
  }),
  preview: endpoint({
    method: 'POST',
    path: '/api/sync/invitations/preview',
    summary: 'What an invitation says; nothing is sent to find out',
    permission: 'workspace.manage',
    body: z.object({ invitation: invitationSchema }).strict(),
    response: invitationPreviewSchema,
  }),
  join: endpoint({
    method: 'POST',
    path: '/api/sync/join',
    summary: 'Join a shared workspace with an invitation',
    permission: 'workspace.manage',
    body: joinSchema,
    response: membershipSchema,
  }),
  addOwn: endpoint({
    method: 'POST',
    path: '/api/account/sync',
    summary: "Use an invitation of one's own on a workstation that has joined already",
    permission: 'session',
    body: z.object({ invitation: invitationSchema }).strict(),
    response: membershipSchema,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/sync/workspaces',
    summary:
      "Make a shared workspace in an empty database, with its owner's connection, and join it",
    permission: 'workspace.manage',
    body: newWorkspaceSchema,
    response: membershipSchema,
    status: 201,
  }),
  invite: endpoint({
    method: 'POST',
    path: '/api/sync/invitations',
    summary: 'Invite a person; the invitation is shown once',
    permission: 'workspace.manage',
    body: inviteeSchema,
    response: z.object({ invitation: z.string(), expiresAt: isoTimeSchema }),
    status: 201,
  }),
  setRole: endpoint({
    method: 'PATCH',
    path: '/api/sync/people/{id}',
    summary: 'Change the role of a person in the workspace',
    permission: 'workspace.manage',
    params: idParamSchema,
    body: z.object({ role: z.enum(ROLES, { error: 'Choose a role' }), ...byOwner }).strict(),
    response: 'none',
    status: 204,
  }),
  revokePerson: endpoint({
    method: 'POST',
    path: '/api/sync/people/{id}/revoke',
    summary: 'Shut a person out of the workspace, on all workstations',
    permission: 'workspace.manage',
    params: idParamSchema,
    body: z.object(byOwner).strict(),
    response: 'none',
    status: 204,
  }),
  revokeWorkstation: endpoint({
    method: 'POST',
    path: '/api/sync/workstations/{id}/revoke',
    summary: 'Shut a workstation out of the workspace for good',
    permission: 'workspace.manage',
    params: idParamSchema,
    body: z.object(byOwner).strict(),
    response: 'none',
    status: 204,
  }),
  rotate: endpoint({
    method: 'POST',
    path: '/api/sync/password',
    summary: 'Give this workstation a new password of the server',
    permission: 'workspace.manage',
    response: 'none',
    status: 204,
  }),
  leave: endpoint({
    method: 'POST',
    path: '/api/sync/leave',
    summary: 'Leave the shared workspace, and keep or delete what is here',
    // Whoever is no administrator: on a workstation that nobody else works on (`sync.rules.ts`).
    permission: 'workstation.manage',
    body: z
      .object({
        mode: z.enum(LEAVE_MODES, { error: 'Choose what becomes of what is here' }),
        reason: z.string().trim().min(1, 'Say why').max(REASON_MAX),
        word: z.string().max(NAME_MAX),
      })
      .strict(),
    response: 'none',
    status: 204,
  }),
};
