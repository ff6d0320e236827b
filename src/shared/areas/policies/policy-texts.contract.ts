/** The texts of policies: templates, attestation, export and import. */
import { attestationCalls } from './attestations.contract.ts';
import { policyExchangeCalls } from './policy-exchange.contract.ts';
import { policyTemplateCalls } from './policy-templates.contract.ts';

const { requests, request, records, stats, ...attesting } = attestationCalls;

export const policyTextsContract = {
  ...policyTemplateCalls,
  ...policyExchangeCalls,
  ...attesting,
  attestationRequests: requests,
  attestationRequest: request,
  attestations: records,
  attestationStats: stats,
};
