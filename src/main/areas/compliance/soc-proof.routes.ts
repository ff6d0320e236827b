import { gapsContract } from '../../../shared/areas/compliance/gaps.contract.ts';
import { page, type Route, route } from '../../http/route.ts';
import type { SocProofService } from './soc-proof.service.ts';

export function socProofRoutes(proof: SocProofService): Route[] {
  return [
    route(gapsContract.socProof, () => proof.overview()),
    route(gapsContract.controlSocProof, ({ params }) => proof.ofControl(params.id)),
    route(gapsContract.evaluate, ({ session }) => proof.evaluate(session.user.id)),
    route(gapsContract.challenges, ({ query }) => {
      const { rows, total, nextCursor } = proof.challenges(query);
      return page(rows, total, nextCursor);
    }),
    route(gapsContract.confirm, ({ params, body, session }) =>
      proof.confirm(params.id, session.user.id, body.note || null),
    ),
    route(gapsContract.dismiss, ({ params, body, session }) =>
      proof.dismiss(params.id, session.user.id, body.reason),
    ),
  ];
}
