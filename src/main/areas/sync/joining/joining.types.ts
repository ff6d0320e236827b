/** What joining a workspace gives to others: its connection, its people, and the calls of the page. */
import type { Member, Seat } from '../wire.ts';

/** How a server is reached. `tls: null` is for loopback alone and refused everywhere else. */
export interface ServerAddress {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly tls: {
    /** PEM of the organisation's own authority, beside those the system trusts; or null. */
    readonly authority: string | null;
  } | null;
}

/** One login of one workspace; never logged, never answered, plain to structured clone (workerData). */
export interface Credentials {
  readonly address: ServerAddress;
  readonly login: string;
  readonly password: string;
}

/** This workstation's place in a workspace, as it is known here, without a secret. */
export interface Membership {
  readonly workspaceId: string;
  readonly workspaceName: string;
  readonly address: ServerAddress;
  /** The login: id of `Seat`. */
  readonly seat: string;
  readonly label: string;
  /** Ids of `users` who work here under this seat; authors of what is sent. */
  readonly people: readonly string[];
  readonly joinedAt: number;
  /** 'revoked': the server no longer takes this login; the person keeps or wipes. */
  readonly state: 'joined' | 'revoked';
}

/** What the worker is started with. */
export interface OpenedMembership {
  readonly membership: Membership;
  readonly credentials: Credentials;
  /** 32 bytes: attachments are encrypted with it; the server never has it. */
  readonly workspaceKey: Uint8Array;
}

export interface InvitationPreview {
  readonly workspace: { readonly id: string; readonly name: string };
  /** 'host:port/database' */
  readonly server: string;
  readonly transport: 'tls' | 'plain-loopback';
  readonly person: { readonly email: string; readonly name: string; readonly role: Member['role'] };
  readonly invitedBy: string | null;
  readonly expiresAt: number;
  /** Rows here that a merge would send; 0 is an empty workspace, which needs no backup. */
  readonly localRows: number;
  /** Of them those that the server does not take from the person's role, unless the workspace has them already. */
  readonly refused: readonly MergeRefusal[];
  /** Why it cannot be used here now (has run out, other workspace), or null. */
  readonly problem: string | null;
}

/** Rows of one table, and whose they would be to send. */
export interface MergeRefusal {
  readonly table: string;
  readonly count: number;
  readonly reason: 'analysts-only' | 'officers-only' | 'administrators-only' | 'auditors-read';
}

export interface JoinRequest {
  readonly invitation: string;
  /** 'fresh': what is here is emptied, after a backup; 'merge': all of it is sent. */
  readonly mode: 'fresh' | 'merge';
  /** What others call this workstation. */
  readonly label: string;
  /** Of the backup before 'fresh'; needed where there is something to lose (`localRows > 0`). */
  readonly passphrase?: string;
  /** The signed-in account, which becomes the invited person. */
  readonly account: string;
  readonly sid?: string;
}

/** What an owner pastes: used once, never kept. `postgres://login:password@host:port/database` */
export interface OwnerConnection {
  readonly connection: string;
  /** PEM; needed where the server's certificate is of an authority of the organisation's own. */
  readonly authority?: string;
}

export interface Invitee {
  readonly email: string;
  readonly name: string;
  readonly role: Member['role'];
}

/** One text, shown once. */
export interface Invited {
  readonly invitation: string;
  readonly person: string;
  readonly expiresAt: number;
}

/** 'signs-out': every session ended, the page goes to sign-in. */
export interface LeaveRequest {
  readonly mode: 'keep' | 'wipe';
  readonly reason: string;
  /** 'LEAVE' or 'WIPE', typed by the person. */
  readonly word: string;
  readonly account: string;
}

/**
 * Every call @throws AppError with a sentence for the person. `owner` absent: this workstation asks in
 * its own name, which the server allows where one of its people is an administrator.
 */
export interface JoiningService {
  preview(invitation: string): InvitationPreview;
  join(request: JoinRequest): Promise<Membership>;
  /** A further person of this workstation: the signed-in account, with an invitation of its own. */
  addPerson(request: {
    readonly invitation: string;
    readonly account: string;
  }): Promise<Membership>;
  /** Sets an empty database up and joins it with what is here ('merge'). */
  create(
    request: OwnerConnection & {
      readonly workspaceName: string;
      readonly label: string;
      readonly account: string;
    },
  ): Promise<Membership>;
  invite(who: Invitee, owner?: OwnerConnection): Promise<Invited>;
  revokeSeat(seat: string, owner?: OwnerConnection): Promise<void>;
  revokePerson(person: string, owner?: OwnerConnection): Promise<void>;
  setRole(person: string, role: Member['role'], owner?: OwnerConnection): Promise<void>;
  rotatePassword(): Promise<void>;
  leave(request: LeaveRequest): Promise<void>;
  membership(): Membership | null;
  /** Null where nobody joined, or where the sealed password cannot be read here (other machine). */
  opened(): OpenedMembership | null;
  /** The worker met 'revoked'. */
  markRevoked(): void;
  /** Accounts here follow the list of the workspace: roles, names, who is gone. Call after `people()`. */
  followPeople(found: {
    readonly members: readonly Member[];
    readonly seats: readonly Seat[];
  }): void;
  /** After join, addPerson, leave, rotation, revocation. The answer ends that. */
  onChange(listener: () => void): () => void;
}
