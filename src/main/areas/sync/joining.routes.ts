import type { Membership, Owner } from '../../../shared/areas/sync/joining.contract.ts';
import { syncContract } from '../../../shared/areas/sync/sync.contract.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import { type Route, route } from '../../http/route.ts';
import type {
  JoiningService,
  OwnerConnection,
  Membership as Place,
} from './joining/joining.types.ts';

const gone = () => new Response(null, { status: 204 });

export function joiningRoutes(joining: JoiningService): Route[] {
  return [
    route(syncContract.membership, ({ session }) => {
      const place = joining.membership();
      return place === null ? null : shown(place, session.user.id);
    }),
    route(syncContract.preview, ({ body }) => {
      const { expiresAt, ...preview } = joining.preview(body.invitation);
      return { ...preview, expiresAt: toIso(expiresAt) };
    }),
    route(syncContract.join, async ({ body, session }) => {
      const { invitation, mode, label, passphrase } = body;
      const { user, sid } = session;
      const place = await joining.join({
        ...{ invitation, mode, label, account: user.id, sid },
        ...(passphrase === undefined ? {} : { passphrase }),
      });
      return inIt(place);
    }),
    route(syncContract.addOwn, async ({ body, session }) => {
      const account = session.user.id;
      return inIt(await joining.addPerson({ invitation: body.invitation, account }));
    }),
    route(syncContract.create, async ({ body, session }) => {
      const { name: workspaceName, label, ...owner } = body;
      const account = session.user.id;
      const asked = { ...ownerOf(owner), workspaceName, label, account };
      return inIt(await joining.create(asked));
    }),
    ...peopleRoutes(joining),
    route(syncContract.rotate, async () => {
      await joining.rotatePassword();
      return gone();
    }),
    route(syncContract.leave, async ({ body, session }) => {
      await joining.leave({ ...body, account: session.user.id });
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
const inIt = (place: Place): Membership => ({ ...shown(place, ''), isPersonIn: true });

function shown(place: Place, account: string): Membership {
  const { host, port, database, tls } = place.address;
  return {
    workspace: { id: place.workspaceId, name: place.workspaceName },
    server: `${host}:${port}/${database}`,
    transport: tls === null ? 'plain-loopback' : 'tls',
    label: place.label,
    joinedAt: toIso(place.joinedAt),
    isRevoked: place.state === 'revoked',
    isPersonIn: place.people.includes(account),
  };
}
