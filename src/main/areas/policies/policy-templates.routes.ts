import { policyTemplateCalls as calls } from '../../../shared/areas/policies/policy-templates.contract.ts';
import { type Route, route } from '../../http/route.ts';
import type { TemplateService } from './policy-templates.service.ts';

export function policyTemplateRoutes(templates: TemplateService): Route[] {
  return [
    route(calls.templates, () => templates.list()),
    route(calls.template, ({ params, session }) => templates.get(params.key, session.user)),
    route(calls.keepValues, ({ body, session }) => templates.keep(body.values, session.user.id)),
  ];
}
