import type { Query, QueryClient } from '@tanstack/react-query';
import type { ServerEvent } from '../../shared/contract/events.ts';
import type { Job } from '../../shared/contract/jobs.ts';
import type { Host } from '../../shared/host.ts';
import { exhaustive } from '../../shared/kernel/exhaustive.ts';
import type { ConnectionStore } from './core-contact.ts';
import { rememberJob } from './jobs.queries.ts';
import { isConcerned } from './query-hints.ts';
import { createRefresher } from './refresher.ts';

const EVERYTHING = '*';

/** Changes that no figure of the dashboard and of the bars around it is computed from. */
const OFF_DASHBOARD: ReadonlySet<string> = new Set([
  'chat_runs',
  'connection',
  'engine_backtests',
  'engine_decisions',
  'conversations',
  'imports',
  'jobs',
  'sync',
  'sync_presence',
  'training',
  'users',
]);

/** Records that the scores of compliance are computed from. */
const SCORED: ReadonlySet<string> = new Set([
  'compliance_frameworks',
  'framework_groups',
  'controls',
  'control_tests',
  'control_test_runs',
  'control_challenges',
  'evidence',
  'control_evidence',
  'daily_snapshots',
  'framework_snapshots',
]);

/** What the health of the engine's automation is computed from. */
const AUTOMATION: ReadonlySet<string> = new Set([
  'engine_decisions',
  'engine_backtests',
  'automation_policy',
  'automation_patterns',
  'automation_audits',
  'automation_closings',
  'automation_trips',
  'automation_second_looks',
  'assets',
  'entity_marks',
]);

/** Records with a day by which something is due. */
const DATED: ReadonlySet<string> = new Set([
  'evidence',
  'collection_tasks',
  'controls',
  'control_tests',
  'control_exceptions',
  'suppression_rules',
  'audits',
  'audit_requests',
  'findings',
  'risks',
  'risk_tasks',
  'policies',
  'policy_versions',
  'policy_attestation_requests',
  'policy_attestations',
  'vendors',
  'vendor_documents',
  'vendor_assessments',
  'vendor_reassessments',
]);

/** The first elements of the query keys that a change of a resource makes old. */
export function staleKeys(resource: string): string[] {
  if (resource === 'workspace') return [EVERYTHING];
  // What an account switched off is neither listed nor counted for it.
  if (resource === 'preferences') return ['preferences', 'notifications', 'dashboard'];
  // The history of a record holds what was done to the rows that belong to it.
  const keys = OFF_DASHBOARD.has(resource) ? [resource] : [resource, 'dashboard', 'history'];
  // The pill says how sync is.
  if (resource === 'sync') keys.push('connection');
  // Others may say of the workspace that it is the demo, and joining shares it.
  if (resource === 'workspace_settings' || resource === 'sync') keys.push('workspace');
  if (SCORED.has(resource)) keys.push('scores');
  if (DATED.has(resource)) keys.push('calendar');
  if (AUTOMATION.has(resource)) keys.push('automation');
  // Which view the desk opens with is told with the views.
  if (resource === 'default_views') keys.push('saved_views');
  // What belongs to an indicator is shown with it.
  if (resource.startsWith('indicator_')) keys.push('indicators');
  // Groups and incidents are also found by what their alerts are.
  if (['alerts', 'alert_groups', 'incidents'].includes(resource)) keys.push('alert_views');
  // Rows of the desk say what the engine decided, and the list may go by it.
  if (resource === 'engine_decisions') keys.push('alerts', 'alert_views');
  return keys;
}

function isLoaded({ state }: Query): boolean {
  return state.data !== undefined;
}

export interface LiveUpdateDeps {
  readonly host: Pick<Host, 'subscribe'>;
  readonly queries: QueryClient;
  readonly connection: ConnectionStore;
  later(run: () => void, delayMs: number): void;
  /** The core's time. */
  now(): number;
  /** Shows a screen of this page. */
  open(link: string): void;
  /** Hears of every state of a job, for what is measured from them. */
  onJob(job: Job): void;
}

/** Follows the core's events until the returned function is called. */
export function startLiveUpdates(deps: LiveUpdateDeps): () => void {
  const { queries, connection } = deps;
  let isFirstHello = true;
  const refresh = createRefresher({ queries, later: deps.later });
  const everything = () => refresh(queries.getQueryCache().getAll());
  function changed(event: Extract<ServerEvent, { type: 'changed' }>): void {
    const keys = staleKeys(event.resource);
    if (keys.includes(EVERYTHING)) {
      everything();
      return;
    }
    const found = keys.flatMap((key) => queries.getQueryCache().findAll({ queryKey: [key] }));
    refresh(found.filter((query) => isConcerned(query, event)));
  }
  function follow(event: ServerEvent): void {
    connection.setState({ contactAt: deps.now() });
    switch (event.type) {
      case 'hello':
        // A later hello ends a gap in which changes may have passed unheard; the first one ends the
        // time before the stream was open.
        if (isFirstHello) void queries.invalidateQueries({ predicate: isLoaded });
        else everything();
        isFirstHello = false;
        return;
      case 'changed':
        changed(event);
        return;
      case 'job':
        deps.onJob(event.job);
        rememberJob(queries, event.job);
        return;
      case 'open':
        deps.open(event.link);
        return;
      default:
        exhaustive(event);
    }
  }
  const stop = deps.host.subscribe(follow, (isConnected) => {
    if (isConnected) connection.setState({ state: 'live', lostAt: null, contactAt: deps.now() });
    else connection.setState(({ lostAt }) => ({ state: 'lost', lostAt: lostAt ?? deps.now() }));
  });
  return () => {
    stop();
    connection.setState({ state: 'connecting', lostAt: null });
  };
}
