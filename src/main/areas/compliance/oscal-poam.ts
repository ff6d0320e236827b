/** OSCAL plan of action and milestones: an item for every control that is not fully compliant. */
import { toIso } from '../../../shared/kernel/time.ts';
import type { ExportControl, ExportFramework } from './export-content.store.ts';
import {
  controlProps,
  controlToken,
  filled,
  frameworkResource,
  frameworkTitle,
  metadataOf,
  type OscalFrame,
  OUR_NAMESPACE,
  oscalLine,
  oscalText,
  recordUuid,
} from './oscal-common.ts';
import { observationsOf, relatedObservations } from './oscal-results.ts';

interface OpenControl {
  readonly framework: ExportFramework;
  readonly control: ExportControl;
}

const isOpen = ({ isApplicable, status }: ExportControl): boolean =>
  isApplicable && (status === 'NON_COMPLIANT' || status === 'PARTIALLY_COMPLIANT');

const riskUuid = ({ id }: ExportControl) => recordUuid('risk', id);
const state = ({ status }: ExportControl) =>
  status === 'NON_COMPLIANT' ? 'is not met' : 'is met in part';

/** An exception in force is a deviation that somebody approved until a day. */
function toRisk({ framework, control }: OpenControl) {
  const { exception, nextAssessment } = control;
  const deadline = exception?.expiresAt ?? nextAssessment;
  const statement = `${oscalLine(`${control.ref} ${control.title}`)} of ${oscalLine(frameworkTitle(framework))} ${state(control)}.`;
  return {
    uuid: riskUuid(control),
    title: oscalLine(`${control.ref} ${state(control)}`),
    description: oscalText(control.description, statement),
    statement: exception ? `${statement} Accepted until then: ${exception.reason}` : statement,
    status: exception ? 'deviation-approved' : 'open',
    ...(deadline === null ? {} : { deadline: toIso(deadline) }),
    ...relatedObservations(framework.id, control),
  };
}

function toItem({ framework, control }: OpenControl) {
  return {
    uuid: recordUuid('poam-item', control.id),
    title: oscalLine(`${control.ref} ${control.title}`),
    description: oscalText(
      control.text,
      `${oscalLine(control.ref)} of ${oscalLine(frameworkTitle(framework))} ${state(control)}.`,
    ),
    props: [
      ...controlProps(control),
      { name: 'control-id', ns: OUR_NAMESPACE, value: controlToken(control.ref) },
    ],
    ...relatedObservations(framework.id, control),
    'related-risks': [{ 'risk-uuid': riskUuid(control) }],
  };
}

/** Null where there is nothing to plan: the model knows no plan without items. */
export function toPlanOfAction(frameworks: readonly ExportFramework[], frame: OscalFrame) {
  const concerned = frameworks.filter(({ controls }) => controls.some(isOpen));
  if (concerned.length === 0) return null;
  const open = concerned.flatMap((framework) =>
    framework.controls.filter(isOpen).map((control) => ({ framework, control })),
  );
  const observations = concerned.flatMap(({ id, controls }) =>
    observationsOf(id, controls.filter(isOpen)),
  );
  const unique = new Map(observations.map((one) => [one.uuid, one]));
  const ids = concerned.map(({ id }) => id);
  return {
    'plan-of-action-and-milestones': {
      uuid: recordUuid('poam', frame.workspaceId, ...ids, `${frame.generatedAt}`),
      metadata: metadataOf('Plan of action and milestones', frame, concerned),
      'system-id': {
        'identifier-type': 'http://ietf.org/rfc/rfc4122',
        id: recordUuid('workspace', frame.workspaceId),
      },
      ...filled('observations', [...unique.values()]),
      risks: open.map(toRisk),
      'poam-items': open.map(toItem),
      'back-matter': { resources: concerned.map(frameworkResource) },
    },
  };
}
