import type { Severity } from '../../../../shared/kernel/severity.ts';
import { HOUR_MS, MINUTE_MS, toIso } from '../../../../shared/kernel/time.ts';
import {
  forensicSessionsTable,
  type InvestigationStatus,
  type InvestigationType,
  indicatorsTable,
  investigationsTable,
} from '../../../db/tables/forensics.table.ts';
import type { DemoAlert } from './alerts.ts';
import { addCaseFilesToPast, type ReadCase } from './case-files.ts';
import type { IndicatorContent } from './demo-content.ts';
import { sha256Of } from './records.ts';
import { byPerson, byWatchfloor, fill, type World } from './world.ts';

/** An investigation with its course: opened, begun, and for most of them closed. */
interface Course {
  readonly incident: string;
  readonly title: string;
  readonly description: string;
  readonly type: InvestigationType;
  readonly priority: Severity;
  readonly by: string;
  readonly createdAt: number;
  readonly status: InvestigationStatus;
  readonly completedAt: number | null;
  readonly progress: number;
  readonly findings: readonly string[];
  readonly tools: readonly string[];
  readonly indicators: readonly IndicatorContent[];
  readonly alerts: readonly DemoAlert[];
}

export function addInvestigationsToPast(
  world: World,
  alerts: readonly DemoAlert[],
  files: ReadCase,
): void {
  for (const course of [...ofStories(world, alerts), ...ofNoise(world, alerts)]) {
    const isOfFiles = course.incident === files.incident;
    addCourse(world, course, isOfFiles ? files.investigationId : world.newId());
    if (isOfFiles) addCaseFilesToPast(world, course, files);
  }
}

function ofStories(world: World, alerts: readonly DemoAlert[]): Course[] {
  const names = Object.fromEntries(
    world.content.company.people.map(({ login, name }) => [login, name]),
  );
  return world.content.stories.map((story) => ({
    ...story,
    by: story.lead,
    createdAt: world.ago(story.started),
    status: 'IN_PROGRESS',
    completedAt: null,
    findings: story.findings.map((text) => fill(text, names)),
    alerts: alerts.filter((alert) => alert.key === story.key),
  }));
}

/** The other investigations looked at the last alerts of their kind before they began. */
function ofNoise(world: World, alerts: readonly DemoAlert[]): Course[] {
  return world.content.investigations.map((content) => {
    const createdAt = world.ago(content.created);
    const earlier = alerts.filter(({ key, at }) => key === content.template && at < createdAt);
    return {
      ...content,
      createdAt,
      completedAt: content.completed === undefined ? null : world.ago(content.completed),
      progress: content.status === 'COMPLETED' ? 100 : 0,
      alerts: earlier.slice(-content.alerts),
    };
  });
}

function addCourse(world: World, course: Course, id: string): void {
  const actor = world.desk(course.by);
  const { createdAt, completedAt } = course;
  world.past.add(createdAt, byPerson(actor, 'forensics.open'), (tx) =>
    tx.insert(investigationsTable, {
      id,
      incidentId: course.incident,
      title: course.title,
      description: course.description,
      investigationType: course.type,
      priority: course.priority,
      scope: { alertIds: course.alerts.filter(({ at }) => at <= createdAt).map((one) => one.id) },
      createdBy: actor,
      createdAt,
      updatedAt: createdAt,
    }),
  );
  if (course.status === 'PENDING') return;
  const begunAt = createdAt + 4 * MINUTE_MS;
  world.past.add(begunAt, byPerson(actor, 'forensics.begin'), (tx) =>
    tx.update(investigationsTable, id, {
      status: 'IN_PROGRESS',
      investigator: actor,
      timeline: timelineUntil(course, begunAt),
      updatedAt: begunAt,
    }),
  );
  const toldAt = completedAt ?? Math.min(begunAt + 4 * HOUR_MS, world.ago('4m'));
  addTools(world, course, id, { begunAt, toldAt });
  addIndicators(world, course, id, begunAt);
  world.past.add(
    toldAt,
    byPerson(actor, completedAt ? 'forensics.close' : 'forensics.record'),
    (tx) =>
      tx.update(investigationsTable, id, {
        status: course.status,
        aiProgress: course.progress,
        findings: course.findings.map((text) => ({ text })),
        iocs: course.indicators.map((indicator) => ({
          type: indicator[0],
          value: indicatorValue(indicator),
        })),
        timeline: timelineUntil(course, toldAt),
        tools: course.tools.map((name) => ({ name, status: 'COMPLETED' })),
        completedAt,
        ...(completedAt === null ? {} : { closedAt: completedAt, closedBy: actor }),
        updatedAt: toldAt,
      }),
  );
}

function timelineUntil({ alerts }: Course, moment: number) {
  return alerts
    .filter(({ at }) => at <= moment)
    .map(({ id, at, alert: { row } }) => ({
      at: toIso(at),
      title: row.title,
      alertId: id,
      severity: row.severity,
      host: row.sourceHost,
      user: row.sourceUser,
      techniques: row.techniques,
    }));
}

function addTools(
  world: World,
  { tools, by, alerts }: Course,
  investigationId: string,
  { begunAt, toldAt }: { begunAt: number; toldAt: number },
): void {
  const each = (toldAt - begunAt) / (tools.length + 1);
  tools.forEach((tool, index) => {
    const startedAt = Math.floor(begunAt + each * index);
    const completedAt = Math.floor(startedAt + each / 2);
    const id = world.newId();
    world.past.add(startedAt, byPerson(world.desk(by), 'forensics.runTool'), (tx) =>
      tx.insert(forensicSessionsTable, {
        id,
        investigationId,
        toolName: tool,
        toolType: tool,
        startedAt,
        createdBy: world.desk(by),
      }),
    );
    world.past.add(completedAt, byWatchfloor('forensics.finishTool'), (tx) =>
      tx.update(forensicSessionsTable, id, {
        status: 'COMPLETED',
        results: { alertsExamined: alerts.length },
        completedAt,
      }),
    );
  });
}

/** `#program` stands for the hash of a program of the demo. */
function indicatorValue([, value]: IndicatorContent): string {
  return value.startsWith('#') ? sha256Of(value.slice(1)) : value;
}

function addIndicators(world: World, course: Course, investigationId: string, from: number): void {
  const seen = course.alerts.map(({ at }) => at);
  const firstSeen = Math.min(...seen, from);
  const lastSeen = Math.max(...seen, firstSeen);
  course.indicators.forEach((indicator, index) => {
    const [type, , severity, description] = indicator;
    const at = Math.min(from + (index + 1) * 3 * MINUTE_MS, world.ago('5m'));
    world.past.add(at, byPerson(world.desk(course.by), 'forensics.addIndicator'), (tx) =>
      tx.insert(indicatorsTable, {
        id: world.newId(),
        investigationId,
        type,
        value: indicatorValue(indicator),
        severity,
        source: course.incident,
        description,
        firstSeen,
        lastSeen,
        isActive: course.status !== 'COMPLETED',
        createdAt: at,
      }),
    );
  });
}
