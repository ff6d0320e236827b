/** How a workstation comes to a shared workspace, and leaves it. */
import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';
import { ROLES } from '../../contract/permissions.ts';
import { idParamSchema } from '../../kernel/ids.ts';
import { isoTimeSchema } from '../../kernel/time.ts';

const INVITATION_MAX = 20_000;
const CONNECTION_MAX = 4_000;
const NAME_MAX = 120;

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

export const TRANSPORTS = ['tls', 'plain'] as const;

/** The workspace that this workstation has joined. */
export const membershipSchema = z.object({
  workspace: z.object({ id: z.string(), name: z.string() }),
  /** Host, port and database: `sync.example.test:5432/watchfloor`. */
  server: z.string(),
  /** `plain`: without TLS, to this machine itself alone. */
  transport: z.enum(TRANSPORTS),
  /** What the others call this workstation. */
  label: z.string(),
  joinedAt: isoTimeSchema,
});
export type Membership = z.infer<typeof membershipSchema>;

/** What an invitation says; read from its text, nothing is sent to find out. */
export const invitationPreviewSchema = membershipSchema
  .pick({ workspace: true, server: true, transport: true })
  .extend({
    person: z.object({ email: z.string(), name: z.string(), role: z.enum(ROLES) }),
    expiresAt: isoTimeSchema.nullable(),
    /** Rows of this workstation that a merge would share. */
    localRows: z.number().int(),
  });
export type InvitationPreview = z.infer<typeof invitationPreviewSchema>;

/** fresh: what is here is replaced by the workspace; merge: what is here goes into it. */
export const JOIN_MODES = ['merge', 'fresh'] as const;
export type JoinMode = (typeof JOIN_MODES)[number];

/** keep: what is here stays, alone from now on; wipe: what came with the workspace is deleted here. */
export const LEAVE_MODES = ['keep', 'wipe'] as const;
export type LeaveMode = (typeof LEAVE_MODES)[number];

export const newWorkspaceSchema = z
  .object({
    connection: connectionSchema,
    name: nameOf('Name of the workspace'),
    label: nameOf('Name of this workstation'),
  })
  .strict();

export const newInvitationSchema = z
  .object({
    connection: connectionSchema,
    email: z.email('E-mail address must be valid').max(320),
    name: nameOf('Name'),
    role: z.enum(ROLES, { error: 'Choose a role' }),
  })
  .strict();
export type NewInvitation = z.infer<typeof newInvitationSchema>;

const ownerSchema = z.object({ connection: connectionSchema }).strict();

const revoke = (what: 'workstations' | 'people', summary: string) =>
  endpoint({
    method: 'POST',
    path: `/api/sync/${what}/{id}/revoke`,
    summary,
    permission: 'workspace.manage',
    params: idParamSchema,
    body: ownerSchema,
    response: 'none',
    status: 204,
  });

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
    body: z
      .object({
        invitation: invitationSchema,
        mode: z.enum(JOIN_MODES, { error: 'Choose what becomes of what is here' }),
        label: nameOf('Name of this workstation'),
      })
      .strict(),
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
    summary: "Invite a person, with the owner's connection; the invitation is shown once",
    permission: 'workspace.manage',
    body: newInvitationSchema,
    response: z.object({ invitation: z.string(), expiresAt: isoTimeSchema.nullable() }),
    status: 201,
  }),
  revokeWorkstation: revoke('workstations', 'Shut a workstation out of the workspace for good'),
  revokePerson: revoke('people', 'Shut a person out of the workspace, on all workstations'),
  leave: endpoint({
    method: 'POST',
    path: '/api/sync/leave',
    summary: 'Leave the shared workspace, and keep or delete what is here',
    permission: 'workspace.manage',
    body: z
      .object({ mode: z.enum(LEAVE_MODES, { error: 'Choose what becomes of what is here' }) })
      .strict(),
    response: 'none',
    status: 204,
  }),
};
