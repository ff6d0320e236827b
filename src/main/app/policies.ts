import { join } from 'node:path';
import { readUploadBody } from '../areas/alerts/upload-body.ts';
import { attestationRoutes } from '../areas/policies/attestations.routes.ts';
import { createAttestationService } from '../areas/policies/attestations.service.ts';
import { policyRoutes } from '../areas/policies/policies.routes.ts';
import { createPolicyService } from '../areas/policies/policies.service.ts';
import { createPolicyEvidence } from '../areas/policies/policy-evidence.service.ts';
import { policyExchangeRoutes } from '../areas/policies/policy-exchange.routes.ts';
import { createPolicyImport } from '../areas/policies/policy-import.service.ts';
import { policyTemplateRoutes } from '../areas/policies/policy-templates.routes.ts';
import { createTemplateService } from '../areas/policies/policy-templates.service.ts';
import { createTemplateLibrary } from '../areas/policies/policy-templates.ts';
import type { Route } from '../http/route.ts';
import type { CoreDeps, WiredArea } from './core-deps.ts';
import type { WiredEvidence } from './evidence.ts';

/** What policies need of other areas. */
export interface PoliciesNeed {
  readonly evidence: WiredEvidence;
}

export function wirePolicies(core: CoreDeps, { evidence }: PoliciesNeed): WiredArea {
  const { db, clock, newId, log } = core;
  const { records } = evidence;
  const policyEvidence = createPolicyEvidence({ db, records, log });
  const policies = createPolicyService({ db, clock, newId, records, evidence: policyEvidence });
  return {
    // Calls with a word where others have an id come first: of the texts, then these.
    routes: [...textRoutes(core), ...policyRoutes(policies)],
    start() {
      void (async () => {
        await policies.adopt();
        await policyEvidence.settleAll();
      })().catch((cause) => log.warn('could not look after policies', { cause }));
      return () => undefined;
    },
  };
}

/** Templates, attestation, export and import. */
function textRoutes(core: CoreDeps): Route[] {
  const { db, clock, newId, runner } = core;
  const templates = createTemplateLibrary(join(core.appRoot, 'resources', 'policies'));
  const imports = createPolicyImport({ ...core, readUpload: readUploadBody });
  return [
    ...policyTemplateRoutes(createTemplateService({ db, clock, templates })),
    ...attestationRoutes(createAttestationService({ db, clock, newId })),
    ...policyExchangeRoutes({ db, runner, imports }),
  ];
}
