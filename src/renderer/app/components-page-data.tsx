import { useMemo, useState } from 'react';
import { Badge } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import { ChartFrame } from '../ui/chart-frame.tsx';
import { CodeView } from '../ui/code-view.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Markdown } from '../ui/markdown.tsx';
import type { DataColumn } from '../ui/use-data-table.ts';

interface ExampleHost {
  readonly id: string;
  readonly name: string;
  readonly owner: string | null;
  readonly alerts: number;
  readonly state: string;
}

const COLUMNS: readonly DataColumn<ExampleHost>[] = [
  { id: 'name', header: 'Host', value: (row) => row.name, share: 2, minWidth: 120, isFixed: true },
  { id: 'owner', header: 'Owner', value: (row) => row.owner, minWidth: 90 },
  { id: 'alerts', header: 'Alerts', value: (row) => row.alerts, align: 'end', minWidth: 70 },
  {
    id: 'state',
    header: 'State',
    value: (row) => row.state,
    cell: (row) => <Badge tone={row.state === 'isolated' ? 'warn' : 'ok'}>{row.state}</Badge>,
    minWidth: 90,
  },
  { id: 'id', header: 'Identifier', value: (row) => row.id, isHiddenAtFirst: true, minWidth: 90 },
];
const OWNERS = ['Ana Silva', 'Ben Okafor', null, 'Chen Wei'];
const MANY = 2_000;

const RECORD = JSON.stringify({
  timestamp: '2026-11-20T10:00:00.000Z',
  rule: { id: 5710, groups: ['sshd', 'authentication_failed'] },
  message: 'Failed password for \u202Eroot from 198.51.100.7',
});
const LOG_LINES = 'sshd[811]: Failed password for root\nsshd[811]: Connection closed';
const MARKDOWN = `## Finding
The host **beaconed** every \`60 s\`; see [the alerts](/alerts) and [this report](https://example.test/report).

1. Isolate the host
2. Collect memory

> Raw <b>HTML</b> is text. Hidden: a\u202Eb

![a picture](https://example.test/pixel.png)
`;

export function DataParts() {
  return (
    <>
      <Card title="Data table" note="Virtual, sortable, with a choice of columns">
        <Table />
      </Card>
      <div className="grid gap-4 lg:grid-cols-2">
        <ExampleChart />
        <ChartFrame
          title="A chart without data"
          unit="alerts per hour"
          description="What is said when there is nothing to draw."
          table={{ columns: [], rows: [] }}
          empty={{ title: 'Nothing to show', text: 'No alert came in within the last days.' }}
        >
          {null}
        </ChartFrame>
      </div>
      <div className="grid gap-4 lg:grid-cols-2">
        <Card title="Code and raw records" bodyClassName="flex flex-col gap-3 p-4">
          <CodeView label="Example of a record" text={RECORD} note="JSON" />
          <CodeView label="Example of a log" text={LOG_LINES} note="Text" />
        </Card>
        <Card title="Markdown of others">
          <Markdown text={MARKDOWN} onOpenAddress={() => undefined} />
        </Card>
      </div>
    </>
  );
}

function Table() {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set(['host-2']));
  const rows = useMemo(() => exampleHosts(MANY), []);
  const noRows = useMemo(() => exampleHosts(0), []);
  return (
    <div className="flex flex-col gap-4">
      <DataTable
        label="Example hosts"
        columns={COLUMNS}
        rows={rows}
        rowId={(row) => row.id}
        rowName={(row) => row.name}
        sort={{ id: 'name', direction: 'ascending' }}
        storageKey="components"
        selection={{ ids, onChange: setIds }}
        onOpen={(row) => setIds(new Set([row.id]))}
        toolbar={<span className="text-fg-muted">{ids.size.toLocaleString()} selected</span>}
        empty={null}
        className="h-80"
      />
      <DataTable
        label="Example without rows"
        columns={COLUMNS}
        rows={noRows}
        rowId={(row) => row.id}
        rowName={(row) => row.name}
        empty={<EmptyState title="No hosts" text="Hosts appear with their first alert." />}
      />
    </div>
  );
}

function exampleHosts(count: number): ExampleHost[] {
  return Array.from({ length: count }, (_, n) => ({
    id: `host-${n + 1}`,
    name: `WS-${n + 1}.corp.example`,
    owner: OWNERS[n % OWNERS.length] ?? null,
    alerts: (n * 37) % 101,
    state: n % 7 === 0 ? 'isolated' : 'online',
  }));
}

const BARS = [3, 5, 2, 8, 6, 4, 9, 7];

function ExampleChart() {
  return (
    <ChartFrame
      title="Example of a chart"
      unit="alerts per hour"
      description="Eight bars, the highest of them in the seventh place."
      table={{ columns: ['Hour', 'Alerts'], rows: BARS.map((count, hour) => [hour, count]) }}
    >
      <svg viewBox="0 0 320 200" className="h-full w-full" role="img" aria-label="Eight bars">
        {BARS.map((count, hour) => (
          <g key={`bar ${String(hour)}`}>
            <rect
              x={hour * 40 + 6}
              y={180 - count * 18}
              width={28}
              height={count * 18}
              rx={3}
              className="fill-high-mark"
            />
            <text x={hour * 40 + 20} y={196} textAnchor="middle" className="fill-fg-muted text-xs">
              {hour}
            </text>
          </g>
        ))}
      </svg>
    </ChartFrame>
  );
}
