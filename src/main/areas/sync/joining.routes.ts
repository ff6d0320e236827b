import type { Membership, Owner } from '../../../shared/areas/sync/joining.contract.ts';
import { syncContract } from '../../../shared/areas/sync/sync.contract.ts';
import { mayLeaveWorkspace, mayRunWorkstation } from '../../../shared/areas/sync/sync.rules.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import { type Route, route } from '../../http/route.ts';
import type { SessionUser } from '../../http/session.ts';
import type {
  JoiningService,
  OwnerConnection,
  Membership as Place,
} from './joining/joining.types.ts';

const gone = () => new Response(null, { status: 204 });

const NOT_ALONE =
  'Others work on this workstation, too: an administrator of it takes it out of the workspace.';

export function joiningRoutes(joining: JoiningService): Route[] {
  return [
    route(syncContract.membership, ({ session }) => {
      const place = joining.membership();
      return place === null ? null : shown(place, session.user);
    }),
    route(syncContract.preview, ({ body }) => {
      const { expiresAt, refused, ...preview } = joining.preview(body.invitation);
      return { ...preview, refused: [...refused], expiresAt: toIso(expiresAt) };
    }),
    route(syncContract.join, async ({ body, session }) => {
      const { invitation, mode, label, passphrase } = body;
      const { user, sid } = session;
      const place = await joining.join({
        ...{ invitation, mode, label, account: user.id, sid },
        ...(passphrase === undefined ? {} : { passphrase }),
      });
      return inIt(place, user);
    }),
    route(syncContract.addOwn, async ({ body, session }) => {
      const account = session.user.id;
      return inIt(await joining.addPerson({ invitation: body.invitation, account }), session.user);
    }),
    route(syncContract.create, async ({ body, session }) => {
      const { name: workspaceName, label, ...owner } = body;
      const account = session.user.id;
      const asked = { ...ownerOf(owner), workspaceName, label, account };
      return inIt(await joining.create(asked), session.user);
    }),
    ...peopleRoutes(joining),
    route(syncContract.rotate, async () => {
      await joining.rotatePassword();
      return gone();
    }),
    route(syncContract.leave, async ({ body, session }) => {
      const { id: account, role } = session.user;
      const people = joining.membership()?.people ?? [];
      if (!mayLeaveWorkspace({ role, account, people })) throw new AppError('forbidden', NOT_ALONE);
      await joining.leave({ ...body, account });
      return gone();
    }),
  ];
}

function peopleRoutes(joining: JoiningService): Route[] {
  return [
    route(syncContract.invite, async ({ body }) => {
      const { owner, ...who } = body;
      const { invitation, expiresAt } = await joining.invite(who, owner && ownerOf(owner));
      return { invitation, expiresAt: toIso(expiresAt) };
    }),
    route(syncContract.setRole, async ({ params, body }) => {
      await joining.setRole(params.id, body.role, body.owner && ownerOf(body.owner));
      return gone();
    }),
    route(syncContract.revokePerson, async ({ params, body }) => {
      await joining.revokePerson(params.id, body.owner && ownerOf(body.owner));
      return gone();
    }),
    route(syncContract.revokeWorkstation, async ({ params, body }) => {
      await joining.revokeSeat(params.id, body.owner && ownerOf(body.owner));
      return gone();
    }),
  ];
}

function ownerOf({ connection, authority }: Owner): OwnerConnection {
  return { connection, ...(authority === undefined ? {} : { authority }) };
}

/** Whoever came in is in it, also where the workspace gave the account another id. */
const inIt = (place: Place, user: SessionUser): Membership => ({
  ...shown(place, user),
  isPersonIn: true,
});

function shown(place: Place, { id: account, role }: SessionUser): Membership {
  const { host, port, database, tls } = place.address;
  return {
    workspace: { id: place.workspaceId, name: place.workspaceName },
    server: `${host}:${port}/${database}`,
    transport: tls === null ? 'plain-loopback' : 'tls',
    label: place.label,
    joinedAt: toIso(place.joinedAt),
    isRevoked: place.state === 'revoked',
    isPersonIn: place.people.includes(account),
    mayPause: mayRunWorkstation({ role, account, people: place.people }),
    mayLeave: mayLeaveWorkspace({ role, account, people: place.people }),
  };
}
