/**
 * The report as OSCAL assessment results (NIST OSCAL 1.1.2, model `assessment-results`, JSON).
 * Controls that were assessed are findings of OSCAL, evidence its observations and resources; the
 * findings of the audit are its risks. Identifiers are UUIDs of version 5 made from our own.
 */
import { createHash } from 'node:crypto';
import { toIso } from '../../../shared/kernel/time.ts';
import { packagePathOf } from './package-paths.ts';
import type { ReportContent, ReportEvidence, ReportFinding } from './report-content.ts';
import type { DocumentFrame } from './report-document.ts';

const OSCAL_VERSION = '1.1.2';
const NAMESPACE = 'https://watchfloor.example/ns/oscal';

/** RFC 9562, section 5.5, of a name of ours. */
function uuidOf(name: string): string {
  const hash = createHash('sha1').update(`watchfloor\n${name}`).digest();
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x50;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  const hex = hash.toString('hex');
  return [8, 12, 16, 20, 32].map((end, i) => hex.slice([0, 8, 12, 16, 20][i], end)).join('-');
}

/** As in the exports of the area compliance: `AC-2(1)` is `ac-2.1`; tokens begin with a letter. */
function tokenOf(ref: string): string {
  const token = ref
    .toLowerCase()
    .replace(/\((\d+)\)/g, '.$1')
    .replace(/[^\p{L}\p{N}.\-_]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  return /^[\p{L}_]/u.test(token) ? token : `c-${token}`;
}

const line = (text: string) => text.replaceAll(/\s+/g, ' ').trim() || '—';
const prop = (name: string, value: string | null) =>
  value === null || value.trim() === '' ? [] : [{ name, ns: NAMESPACE, value: line(value) }];

const RISK_STATES: Readonly<Record<string, string>> = {
  OPEN: 'open',
  REMEDIATION: 'remediating',
  RETEST: 'remediating',
  CLOSED: 'closed',
  ACCEPTED: 'deviation-approved',
};

function resourceOf(item: ReportEvidence) {
  const path = packagePathOf(item);
  return {
    uuid: uuidOf(`resource ${item.id}`),
    title: line(item.title),
    props: [
      ...prop('evidence-id', item.id),
      ...prop('verdict', item.verdict),
      ...prop('self-approved', item.isSelfApproved ? 'yes' : null),
    ],
    ...(item.sha256 === null || path === null
      ? {}
      : { rlinks: [{ href: path, hashes: [{ algorithm: 'SHA-256', value: item.sha256 }] }] }),
  };
}

function observationOf(item: ReportEvidence, fallback: number) {
  return {
    uuid: uuidOf(`observation ${item.id}`),
    title: line(item.title),
    description: line(
      `Evidence of type ${item.type}, collected by ${item.collectedBy ?? item.collector}.`,
    ),
    props: prop('valid', item.isValid ? 'yes' : 'no'),
    methods: ['EXAMINE'],
    types: ['control-objective'],
    'relevant-evidence': [
      { href: `#${uuidOf(`resource ${item.id}`)}`, description: line(item.title) },
    ],
    collected: toIso(item.collectedAt ?? item.receivedAt ?? fallback),
    ...(item.expiresAt === null ? {} : { expires: toIso(item.expiresAt) }),
  };
}

function riskOf(finding: ReportFinding) {
  const text = finding.condition ?? finding.description ?? finding.title;
  return {
    uuid: uuidOf(`risk ${finding.id}`),
    title: line(finding.title),
    description: finding.description ?? text,
    statement: finding.effect ?? text,
    props: [
      ...prop('number', String(finding.number)),
      ...prop('severity', finding.severity),
      ...prop('control', finding.control),
      ...prop('retest', finding.retestResult),
      ...prop('self-approved', finding.isSelfApproved ? 'yes' : null),
    ],
    status: RISK_STATES[finding.status] ?? 'open',
    ...(finding.dueAt === null ? {} : { deadline: toIso(finding.dueAt) }),
    ...(finding.evidenceIds.length === 0
      ? {}
      : {
          'related-observations': finding.evidenceIds.map((id) => ({
            'observation-uuid': uuidOf(`observation ${id}`),
          })),
        }),
  };
}

function controlFindings({ frameworks, findings }: ReportContent) {
  const risks = Map.groupBy(findings, ({ controlId }) => controlId);
  return frameworks.flatMap((framework) =>
    framework.controls
      .filter(({ isApplicable, status }) => isApplicable && status !== 'NOT_ASSESSED')
      .map((control) => ({
        uuid: uuidOf(`finding ${control.id}`),
        title: line(`${control.ref} ${control.title}`),
        description: line(`Status ${control.status} of ${control.ref} in ${framework.name}.`),
        props: [
          ...prop('label', control.ref),
          ...prop('status', control.status),
          ...prop('assurance', control.assurance === null ? null : String(control.assurance)),
        ],
        target: {
          type: 'objective-id',
          'target-id': `${tokenOf(control.ref)}_obj`,
          status: { state: control.status === 'COMPLIANT' ? 'satisfied' : 'not-satisfied' },
        },
        ...(risks.has(control.id)
          ? {
              'related-risks': (risks.get(control.id) ?? []).map(({ id }) => ({
                'risk-uuid': uuidOf(`risk ${id}`),
              })),
            }
          : {}),
      })),
  );
}

function selections({ frameworks }: ReportContent) {
  const found = frameworks.flatMap((framework) => {
    const ids = new Set(
      framework.controls.filter(({ isApplicable }) => isApplicable).map(({ ref }) => tokenOf(ref)),
    );
    if (ids.size === 0) return [];
    return [
      {
        description: line(`${framework.name} ${framework.version ?? ''}`),
        'include-controls': [...ids].map((id) => ({ 'control-id': id })),
      },
    ];
  });
  return found.length > 0 ? found : [{ 'include-all': {} }];
}

/** JSON with two spaces and a line break at its end. */
export function reportOscal(content: ReportContent, frame: DocumentFrame): string {
  const { audit, evidence, findings } = content;
  const start = audit.periodStart === null ? frame.generatedAt : Date.parse(audit.periodStart);
  const planned = uuidOf(`plan ${audit.id}`);
  const list = <T>(name: string, items: readonly T[]) =>
    items.length === 0 ? {} : { [name]: items };
  const results = {
    uuid: uuidOf(`results ${audit.id} ${frame.version}`),
    metadata: {
      title: line(`Audit report: ${audit.title}`),
      'last-modified': toIso(frame.generatedAt),
      version: String(frame.version),
      'oscal-version': OSCAL_VERSION,
      ...list('props', prop('classification', frame.classification)),
      ...(audit.auditor === null
        ? {}
        : {
            parties: [
              {
                uuid: uuidOf(`auditor ${audit.id}`),
                type: 'organization',
                name: line(audit.auditor),
              },
            ],
          }),
    },
    'import-ap': { href: `#${planned}` },
    results: [
      {
        uuid: uuidOf(`result ${audit.id} ${frame.version}`),
        title: line(audit.title),
        description: audit.scope ?? audit.description ?? line(audit.title),
        start: toIso(start),
        ...(audit.periodEnd === null ? {} : { end: toIso(Date.parse(audit.periodEnd)) }),
        props: [
          ...prop('opinion', content.opinion ?? 'none'),
          ...content.limitations.flatMap((text) => prop('limitation', text)),
        ],
        'reviewed-controls': { 'control-selections': selections(content) },
        ...list(
          'observations',
          evidence.map((item) => observationOf(item, frame.generatedAt)),
        ),
        ...list('risks', findings.map(riskOf)),
        ...list('findings', controlFindings(content)),
        ...(content.conclusion === null ? {} : { remarks: content.conclusion }),
      },
    ],
    'back-matter': {
      resources: [
        {
          uuid: planned,
          title: line(`Plan of the audit: ${audit.title}`),
          description: audit.scope ?? 'Kept in the workspace; no OSCAL plan was made.',
        },
        ...evidence.map(resourceOf),
      ],
    },
  };
  return `${JSON.stringify({ 'assessment-results': results }, null, 2)}\n`;
}
