/** OSCAL component definition, control implementation layer: how each control is met here. */
import type { ExportControl, ExportFramework } from './export-content.store.ts';
import {
  controlProps,
  controlToken,
  filled,
  frameworkResource,
  frameworkTitle,
  frameworkUuid,
  metadataOf,
  OSCAL_VERSION,
  type OscalFrame,
  OWNER_ROLE,
  oscalLine,
  oscalText,
  partyUuid,
  recordUuid,
} from './oscal-common.ts';

const STATUS_VALUES = {
  COMPLIANT: 'implemented',
  PARTIALLY_COMPLIANT: 'partial',
  NON_COMPLIANT: 'planned',
  NOT_ASSESSED: null,
} as const;

/** What is not assessed claims no implementation. */
function implementationProps(control: ExportControl) {
  const value = control.isApplicable ? STATUS_VALUES[control.status] : 'not-applicable';
  return value === null ? [] : [{ name: 'implementation-status', value }];
}

function toRequirement(control: ExportControl) {
  const { id, ref, ownerId, applicabilityReason, evidence } = control;
  const remarks = [
    control.isApplicable ? null : `Does not apply: ${applicabilityReason ?? 'no reason recorded'}`,
    control.exception ? `Exception in force: ${control.exception.reason}` : null,
    evidence.length > 0 ? `Evidence: ${evidence.map(({ title }) => title).join('; ')}` : null,
  ].filter((line) => line !== null);
  return {
    uuid: recordUuid('control', id),
    'control-id': controlToken(ref),
    description: oscalText(control.description, oscalText(control.title, ref)),
    props: [...controlProps(control), ...implementationProps(control)],
    ...(ownerId === null || control.owner === null
      ? {}
      : { 'responsible-roles': [{ 'role-id': OWNER_ROLE, 'party-uuids': [partyUuid(ownerId)] }] }),
    ...(remarks.length > 0 ? { remarks: remarks.join('\n\n') } : {}),
  };
}

export function toComponentDefinition(frameworks: readonly ExportFramework[], frame: OscalFrame) {
  const ids = frameworks.map(({ id }) => id);
  const implementations = frameworks
    .filter(({ controls }) => controls.length > 0)
    .map((framework) => ({
      uuid: recordUuid('implementation', framework.id),
      source: `#${frameworkUuid(framework)}`,
      description: `How the controls of ${oscalLine(frameworkTitle(framework))} are met.`,
      'implemented-requirements': framework.controls.map(toRequirement),
    }));
  return {
    'component-definition': {
      uuid: recordUuid('component-definition', frame.workspaceId, ...ids, `${frame.generatedAt}`),
      metadata: metadataOf('Component definition', frame, frameworks),
      components: [
        {
          uuid: recordUuid('workspace', frame.workspaceId),
          type: 'service',
          title: 'The organization as recorded in this workspace',
          description: `Controls that the organization keeps, exported as OSCAL ${OSCAL_VERSION}.`,
          ...filled('control-implementations', implementations),
        },
      ],
      ...(frameworks.length > 0
        ? { 'back-matter': { resources: frameworks.map(frameworkResource) } }
        : {}),
    },
  };
}
