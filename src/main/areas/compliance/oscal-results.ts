/** OSCAL assessment results: one result a framework, findings on every assessed control. */
import { toIso } from '../../../shared/kernel/time.ts';
import type {
  ExportControl,
  ExportEvidence,
  ExportFramework,
  ExportRun,
} from './export-content.store.ts';
import {
  controlProps,
  controlToken,
  filled,
  frameworkResource,
  frameworkTitle,
  isAssessed,
  metadataOf,
  type OscalFrame,
  OUR_NAMESPACE,
  oscalLine,
  oscalText,
  recordUuid,
} from './oscal-common.ts';

const VERDICTS = {
  COMPLIANT: { state: 'satisfied', reason: 'pass' },
  PARTIALLY_COMPLIANT: { state: 'not-satisfied', reason: 'other', remarks: 'Partially compliant.' },
  NON_COMPLIANT: { state: 'not-satisfied', reason: 'fail' },
} as const;

/** Shared evidence is one observation in each result that it stands in. */
const evidenceUuid = (frameworkId: string, { id }: ExportEvidence) =>
  recordUuid('evidence', frameworkId, id);
const runUuid = ({ id }: ExportRun) => recordUuid('test-run', id);

export function evidenceObservation(frameworkId: string, evidence: ExportEvidence) {
  const { title, type, description, collectedAt, expiresAt, isValid } = evidence;
  return {
    uuid: evidenceUuid(frameworkId, evidence),
    title: oscalLine(title),
    description: oscalText(description, oscalLine(title)),
    props: [
      { name: 'evidence-type', ns: OUR_NAMESPACE, value: oscalLine(type) },
      { name: 'evidence-valid', ns: OUR_NAMESPACE, value: isValid ? 'yes' : 'no' },
    ],
    methods: ['EXAMINE'],
    types: ['control-objective'],
    collected: toIso(collectedAt),
    ...(expiresAt === null ? {} : { expires: toIso(expiresAt) }),
  };
}

export function runObservation(run: ExportRun) {
  return {
    uuid: runUuid(run),
    title: oscalLine(run.title),
    description: oscalText(run.steps, oscalLine(run.title)),
    props: [{ name: 'test-result', ns: OUR_NAMESPACE, value: run.result }],
    methods: ['TEST'],
    types: ['control-objective'],
    collected: toIso(run.ranAt),
    ...(run.notes?.trim() ? { remarks: run.notes } : {}),
  };
}

export function observationsOf(frameworkId: string, controls: readonly ExportControl[]) {
  const observations = new Map<
    string,
    ReturnType<typeof evidenceObservation> | ReturnType<typeof runObservation>
  >();
  for (const { evidence, runs } of controls) {
    for (const one of evidence)
      observations.set(evidenceUuid(frameworkId, one), evidenceObservation(frameworkId, one));
    for (const one of runs) observations.set(runUuid(one), runObservation(one));
  }
  return [...observations.values()];
}

export function relatedObservations(frameworkId: string, { evidence, runs }: ExportControl) {
  const uuids = [
    ...evidence.map((one) => evidenceUuid(frameworkId, one)),
    ...runs.map((one) => runUuid(one)),
  ];
  return filled(
    'related-observations',
    uuids.map((uuid) => ({ 'observation-uuid': uuid })),
  );
}

function toFinding(frameworkId: string, control: ExportControl) {
  const { id, ref, title, status } = control;
  if (status === 'NOT_ASSESSED') throw new Error('What is not assessed has no finding');
  const { state, reason, ...rest } = VERDICTS[status];
  return {
    uuid: recordUuid('finding', id),
    title: oscalLine(`${ref} ${title}`),
    description: oscalText(control.description, oscalLine(title)),
    props: controlProps(control),
    target: {
      type: 'objective-id',
      'target-id': `${controlToken(ref)}_obj`,
      status: { state, reason, ...rest },
    },
    ...relatedObservations(frameworkId, control),
  };
}

function toResult(framework: ExportFramework, generatedAt: number) {
  const controls = framework.controls.filter(isAssessed);
  const started = Math.min(...controls.map(({ lastAssessment }) => lastAssessment ?? generatedAt));
  return {
    uuid: recordUuid('result', framework.id, `${generatedAt}`),
    title: oscalLine(`Assessment of ${frameworkTitle(framework)}`),
    description: `The state of ${controls.length} assessed controls of ${framework.controls.length}.`,
    start: toIso(started),
    end: toIso(generatedAt),
    'reviewed-controls': {
      'control-selections': [
        {
          'include-controls': controls.map(({ ref }) => ({ 'control-id': controlToken(ref) })),
        },
      ],
    },
    ...filled('observations', observationsOf(framework.id, controls)),
    findings: controls.map((control) => toFinding(framework.id, control)),
  };
}

/** Null where nothing has been assessed: the model knows no empty results. */
export function toAssessmentResults(frameworks: readonly ExportFramework[], frame: OscalFrame) {
  const assessed = frameworks.filter(({ controls }) => controls.some(isAssessed));
  if (assessed.length === 0) return null;
  const ids = assessed.map(({ id }) => id);
  const plan = {
    uuid: recordUuid('assessment-plan', frame.workspaceId),
    title: 'Assessment in this workspace',
    description: 'Controls are assessed as they fall due; there is no plan in a file of its own.',
  };
  return {
    'assessment-results': {
      uuid: recordUuid('assessment-results', frame.workspaceId, ...ids, `${frame.generatedAt}`),
      metadata: metadataOf('Assessment results', frame, assessed),
      'import-ap': { href: `#${plan.uuid}` },
      results: assessed.map((framework) => toResult(framework, frame.generatedAt)),
      'back-matter': { resources: [plan, ...assessed.map(frameworkResource)] },
    },
  };
}
