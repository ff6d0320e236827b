import type { AuditProgress } from '../../../shared/areas/audits/audits.contract.ts';
import { Progress } from '../../ui/progress.tsx';

/** How far requests, samples and findings are. */
export function AuditProgressBars({ progress }: { progress: AuditProgress }) {
  const { requests, samples, findings } = progress;
  const closed = findings.total - findings.open;
  return (
    <section aria-label="Progress" className="grid gap-3 sm:grid-cols-3">
      <Bar
        label="Requests accepted"
        done={requests.accepted}
        total={requests.total}
        note={`${requests.provided} to decide, ${requests.missing} missing, ${requests.overdue} overdue`}
      />
      <Bar
        label="Sample items tested"
        done={samples.tested}
        total={samples.items}
        note={`${counted(samples.exceptions, 'exception')} in ${counted(samples.total, 'sample')}`}
      />
      <Bar
        label="Findings closed or accepted"
        done={closed}
        total={findings.total}
        note={`${findings.openCritical} critical open, ${findings.overdue} overdue`}
      />
    </section>
  );
}

interface BarProps {
  label: string;
  done: number;
  total: number;
  note: string;
}

function Bar({ label, done, total, note }: BarProps) {
  return (
    <div className="flex flex-col gap-1.5 rounded-lg border border-line bg-surface p-3">
      <p className="flex justify-between gap-2">
        <span className="text-fg-muted">{label}</span>
        <span className="font-medium text-fg tabular-nums">
          {total === 0 ? '—' : `${done.toLocaleString()} of ${total.toLocaleString()}`}
        </span>
      </p>
      <Progress label={label} value={total === 0 ? 0 : done / total} />
      <p className="text-xs text-fg-muted tabular-nums">{total === 0 ? 'None yet' : note}</p>
    </div>
  );
}

const counted = (count: number, thing: string) => `${count} ${thing}${count === 1 ? '' : 's'}`;
