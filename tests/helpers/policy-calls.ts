import type { PolicyDetail } from '../../src/shared/areas/policies/policies.contract.ts';
import { send } from './audit-calls.ts';
import type { TestApp } from './open-test-app.ts';

const TEXT = '# Access\n\n1. One account a person.\n2. Rights follow the role.\n';

export function makePolicy(
  app: TestApp,
  fields: Record<string, unknown> = {},
  token?: string,
): Promise<PolicyDetail> {
  return send<PolicyDetail>(app, 'POST', '/api/policies', {
    body: { title: 'Access Control Policy', category: 'SECURITY', content: TEXT, ...fields },
    ...(token === undefined ? {} : { token }),
  });
}

/** Takes a step, and gives the policy as it is then. */
export function stepPolicy(
  app: TestApp,
  id: string,
  body: Record<string, unknown>,
  token?: string,
): Promise<PolicyDetail> {
  return send<PolicyDetail>(app, 'PATCH', `/api/policies/${id}`, {
    body,
    ...(token === undefined ? {} : { token }),
  });
}

/** In force, approved by the account of `approver` or by its author. */
export async function makeApprovedPolicy(
  app: TestApp,
  fields: Record<string, unknown> = {},
  approver?: string,
): Promise<PolicyDetail> {
  const { id } = await makePolicy(app, fields);
  await stepPolicy(app, id, { status: 'UNDER_REVIEW' });
  return stepPolicy(app, id, { status: 'APPROVED' }, approver);
}
