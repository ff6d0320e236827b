/** What the routes ask of joining; `joining/` answers. Every call @throws AppError that says what to do. */
import type {
  InvitationPreview,
  JoinMode,
  LeaveMode,
  Membership,
  NewInvitation,
} from '../../../shared/areas/sync/joining.contract.ts';

export interface JoiningDoor {
  /** null: this workstation has joined nothing. */
  membership(): Membership | null;
  /** @throws AppError 'bad-input' where the text is no invitation */
  preview(invitation: string): InvitationPreview;
  /** @throws AppError 'bad-input', 'conflict' (joined already), 'unavailable' (server not reached) */
  join(
    asked: { readonly invitation: string; readonly mode: JoinMode; readonly label: string },
    actor: string,
  ): Promise<Membership>;
  /** The owner's connection is used for this call and forgotten. */
  create(
    asked: { readonly connection: string; readonly name: string; readonly label: string },
    actor: string,
  ): Promise<Membership>;
  invite(
    asked: NewInvitation,
    actor: string,
  ): Promise<{ readonly invitation: string; readonly expiresAt: string | null }>;
  revokeWorkstation(id: string, connection: string, actor: string): Promise<void>;
  revokePerson(id: string, connection: string, actor: string): Promise<void>;
  leave(mode: LeaveMode, actor: string): Promise<void>;
}
