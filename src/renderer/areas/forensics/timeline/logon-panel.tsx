/** Who logged on from where to where: three columns drawn, and all of it as a table. */
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import {
  type DrawnGraph,
  type DrawnNode,
  drawLogons,
  type LogonColumn,
  type LogonRow,
} from '../../../../shared/areas/forensics/logon-graph/build-graph.ts';
import { logonsContract } from '../../../../shared/areas/forensics/timeline/processes.contract.ts';
import { useClient } from '../../../api/client-context.tsx';
import { Card } from '../../../ui/card.tsx';
import { ChartFrame } from '../../../ui/chart-frame.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import type { DataColumn } from '../../../ui/use-data-table.ts';
import { useInvestigationCall } from '../forensics.queries.ts';
import { DigestHead } from './digest-head.tsx';
import { ExactMoment } from './shown-moment.tsx';
import { logonsQuery } from './timeline.queries.ts';

const PER_COLUMN = 24;
const ROW = 26;
const WIDTH = 960;
const COLUMNS_X: Readonly<Record<LogonColumn, number>> = { source: 8, account: 366, target: 724 };
const NODE_WIDTH = 228;
const HEADS = { source: 'From', account: 'Account', target: 'To' } as const;
const NAME_CHARS = 28;

const nameOf = ({ account, source, target, logonType }: LogonRow): string =>
  `${account} from ${source} to ${target}, ${logonType}`;
const timeCell = (moment: LogonRow['first']) =>
  moment === null ? null : (
    <ExactMoment at={new Date(moment.ms).toISOString()} nanos={moment.nanos} />
  );

const TABLE: readonly DataColumn<LogonRow>[] = [
  {
    ...{ id: 'account', header: 'Account', share: 2, minWidth: 140, isFixed: true },
    value: ({ account }) => account,
  },
  { ...{ id: 'source', header: 'From', share: 1.5, minWidth: 110 }, value: ({ source }) => source },
  { ...{ id: 'target', header: 'To', share: 1.5, minWidth: 110 }, value: ({ target }) => target },
  {
    ...{ id: 'type', header: 'Type', share: 1.4, minWidth: 120 },
    value: ({ logonType }) => logonType || null,
  },
  {
    ...{ id: 'successes', header: 'Logons', share: 0.7, minWidth: 90, align: 'end' },
    value: ({ successes }) => successes,
  },
  {
    ...{ id: 'failures', header: 'Failed', share: 0.7, minWidth: 90, align: 'end' },
    value: ({ failures }) => failures,
  },
  {
    ...{ id: 'privileged', header: 'Privileged', share: 0.7, minWidth: 108, align: 'end' },
    value: ({ privileged }) => privileged,
  },
  {
    ...{ id: 'first', header: 'First', share: 1.8, minWidth: 250 },
    value: ({ first }) => first?.ms ?? null,
    cell: ({ first }) => timeCell(first),
  },
  {
    ...{ id: 'last', header: 'Last', share: 1.8, minWidth: 250 },
    value: ({ last }) => last?.ms ?? null,
    cell: ({ last }) => timeCell(last),
  },
];

export function LogonPanel({ investigationId }: { investigationId: string }) {
  const found = useQuery(logonsQuery(useClient(), investigationId));
  const make = useInvestigationCall(
    (client, _: null) => client.call(logonsContract.analyze, { params: { id: investigationId } }),
    null,
  );
  return (
    <Loaded query={found} failed="The logons could not be loaded">
      {(made) => (
        <div className="flex flex-col gap-3">
          <DigestHead made={made} isPending={make.isPending} onMake={() => make.mutate(null)}>
            {made === null
              ? 'Logons are counted from the events when asked for: Security 4624, 4625, 4634, 4647, 4648 and 4672, sshd, ECS.'
              : told(made.summary)}
          </DigestHead>
          {made !== null && made.rows.length === 0 && (
            <Card>
              <EmptyState
                title="No logons"
                text="The events of this investigation tell of no logon."
              />
            </Card>
          )}
          {made !== null && made.rows.length > 0 && <Logons rows={made.rows} />}
        </div>
      )}
    </Loaded>
  );
}

function told(one: {
  accounts: number;
  sources: number;
  targets: number;
  failures: number;
  leftOut: number;
}): string {
  const n = (value: number) => value.toLocaleString();
  const rest =
    one.leftOut > 0
      ? ` ${n(one.leftOut)} rarer combinations are beyond the limit and left out.`
      : '';
  return `Accounts: ${n(one.accounts)}. Sources: ${n(one.sources)}. Targets: ${n(one.targets)}. Failures: ${n(one.failures)}.${rest}`;
}

const WHO = [
  { value: 'people', label: 'People' },
  { value: 'all', label: 'All accounts' },
] as const;

function Logons({ rows }: { rows: readonly LogonRow[] }) {
  const hasPeople = rows.some(({ isSystem }) => !isSystem);
  const [who, setWho] = useState<'people' | 'all'>(hasPeople ? 'people' : 'all');
  const shown = useMemo(
    () => (who === 'all' ? rows : rows.filter(({ isSystem }) => !isSystem)),
    [rows, who],
  );
  const drawn = useMemo(() => drawLogons(shown, PER_COLUMN), [shown]);
  return (
    <>
      <ChartFrame
        title="Who logged on from where to where"
        unit="logons"
        description={
          drawn.hidden > 0
            ? `The ${PER_COLUMN} most frequent names of each column; ${drawn.hidden.toLocaleString()} more are in the table. Red: some failed.`
            : 'Sources, accounts and targets; a line is as wide as it is frequent. Red: some failed.'
        }
        bodyClassName="overflow-x-auto"
        actions={
          <Segmented label="Accounts" size="sm" value={who} onValueChange={setWho} segments={WHO} />
        }
        table={{
          columns: ['Account', 'From', 'To', 'Logons', 'Failed'],
          rows: shown
            .slice(0, 200)
            .map((row) => [row.account, row.source, row.target, row.successes, row.failures]),
        }}
        empty={
          shown.length === 0
            ? { title: 'No people', text: 'Only services and machines logged on.' }
            : null
        }
      >
        <Drawing graph={drawn} />
      </ChartFrame>
      <DataTable
        label="Logons"
        columns={TABLE}
        rows={shown}
        rowId={nameOf}
        rowName={nameOf}
        storageKey="forensics-logons"
        className="max-h-112"
        empty={<EmptyState title="No logons" text="No logon of these accounts." />}
      />
    </>
  );
}

function Drawing({ graph: { columns, edges } }: { graph: DrawnGraph }) {
  const most = Math.max(1, ...edges.map(({ logons }) => logons));
  const rows = Math.max(...Object.values(columns).map((nodes) => nodes.length));
  const height = 30 + rows * ROW + 6;
  const yOf = new Map<DrawnNode, number>();
  for (const nodes of Object.values(columns))
    for (const [place, node] of nodes.entries())
      yOf.set(node, 30 + (place + (rows - nodes.length) / 2) * ROW + ROW / 2);
  return (
    <svg
      role="img"
      aria-label="Logons from sources to accounts to targets"
      viewBox={`0 0 ${WIDTH} ${height}`}
      className="w-full min-w-2xl"
    >
      {edges.map(({ from, to, logons, failures }) => {
        const x1 = COLUMNS_X[from.column] + NODE_WIDTH;
        const x2 = COLUMNS_X[to.column];
        const [y1, y2] = [yOf.get(from) ?? 0, yOf.get(to) ?? 0];
        const middle = (x1 + x2) / 2;
        return (
          <path
            key={`${from.column}:${from.name}\u0000${to.name}`}
            d={`M${x1},${y1} C${middle},${y1} ${middle},${y2} ${x2},${y2}`}
            fill="none"
            stroke={failures > 0 ? 'var(--color-bad-mark)' : 'var(--color-line-strong)'}
            strokeOpacity={0.65}
            strokeWidth={1 + 5 * Math.sqrt(logons / most)}
          />
        );
      })}
      {(Object.keys(HEADS) as LogonColumn[]).map((column) => (
        <g key={column}>
          <text x={COLUMNS_X[column]} y={16} fontSize={12} fill="var(--color-fg-muted)">
            {HEADS[column]}
          </text>
          {columns[column].map((node) => (
            <NodeBox key={node.name} node={node} y={yOf.get(node) ?? 0} />
          ))}
        </g>
      ))}
    </svg>
  );
}

/** Characters that hide or turn text are written out: an SVG's text is no `Untrusted`. */
const visible = (text: string): string =>
  text.replace(
    /[\p{Cc}\p{Cf}\u2028\u2029]/gu,
    (sign) => `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`,
  );

function NodeBox({ node, y }: { node: DrawnNode; y: number }) {
  const x = COLUMNS_X[node.column];
  const name = visible(node.name);
  return (
    <g>
      <title>{`${name}: ${node.logons.toLocaleString()} logons, ${node.failures.toLocaleString()} failed`}</title>
      <rect
        x={x}
        y={y - ROW / 2 + 2}
        width={NODE_WIDTH}
        height={ROW - 4}
        rx={4}
        fill="var(--color-raised)"
        stroke={node.failures > 0 ? 'var(--color-bad-mark)' : 'var(--color-line-strong)'}
      />
      <text x={x + 8} y={y + 4} fontSize={12} fill="var(--color-fg)">
        {name.length > NAME_CHARS ? `${name.slice(0, NAME_CHARS - 1)}…` : name}
      </text>
      <text
        x={x + NODE_WIDTH - 8}
        y={y + 4}
        textAnchor="end"
        fontSize={11}
        fill="var(--color-fg-muted)"
      >
        {node.logons.toLocaleString()}
      </text>
    </g>
  );
}
