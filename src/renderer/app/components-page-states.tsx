import { Inbox, Siren } from 'lucide-react';
import { Badge, type BadgeTone } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { DateTime } from '../ui/date-time.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { Progress } from '../ui/progress.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Stat } from '../ui/stat.tsx';
import { Untrusted } from '../ui/untrusted.tsx';
import { useNow } from '../ui/use-now.ts';

const TONES: readonly BadgeTone[] = [
  'critical',
  'high',
  'medium',
  'low',
  'neutral',
  'accent',
  'ok',
  'warn',
  'bad',
];
const HOSTILE = 'invoice\u202Egpj.exe\u200B <script>alert(1)</script>\nsecond line';
const EXAMPLE_ERROR = new Error(
  '500: {"message":"Something went wrong on this machine.","id":"4f1c2a90"}',
);

export function StateParts() {
  const now = useNow();
  return (
    <>
      <Card title="Badge" bodyClassName="flex flex-wrap gap-2 p-4">
        {TONES.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
        <Badge tone="critical" pulse>
          pulsing
        </Badge>
        <Badge tone="high" icon={<Siren aria-hidden />}>
          with an icon
        </Badge>
      </Card>
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        <Stat label="A figure" value={1_000} note="With a line under it" icon={<Siren />} />
        <Stat label="A link" value="A word" note="Leads to the rows" to="/alerts" />
        <Stat label="Without data" value={null} />
        <Stat label="Loading" value={null} loading />
      </div>
      <div className="grid gap-4 md:grid-cols-2">
        <Card title="Empty" bodyClassName="p-0">
          <EmptyState
            icon={<Inbox />}
            title="No Alerts Found"
            text="No alerts match your current filters."
            action={<Button>Clear the filters</Button>}
          />
        </Card>
        <Card title="Error" bodyClassName="p-0">
          <ErrorState
            title="Alerts could not be loaded"
            error={EXAMPLE_ERROR}
            onRetry={() => undefined}
          />
        </Card>
      </div>
      <Card title="Progress and skeleton" bodyClassName="flex flex-col gap-3 p-4">
        <Progress label="Nothing done" value={0} />
        <Progress label="Half done" value={1 / 2} />
        <Progress label="All done" value={1} />
        <Progress label="No end known" value={null} />
        <Skeleton className="h-9 w-full" />
        <Skeleton className="h-4 w-1/2" />
      </Card>
      <Card title="Times and untrusted text" bodyClassName="flex flex-col gap-2 p-4">
        <p>
          <DateTime value={new Date(now).toISOString()} /> ·{' '}
          <DateTime value={new Date(now).toISOString()} mode="local" /> · <DateTime value={null} />
        </p>
        <p>
          <Untrusted text={HOSTILE} />
        </p>
        <p>
          <Untrusted text={HOSTILE} newlines="keep" />
        </p>
        <p>
          <Untrusted text={'Cut after some characters. '.repeat(20)} max={60} />
        </p>
      </Card>
    </>
  );
}
