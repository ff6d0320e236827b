import { Link } from 'react-router-dom';
import type {
  ReassessmentDetail,
  VendorSignal,
} from '../../../shared/areas/vendors/vendor-signals.contract.ts';
import { SIGNAL_KIND_LABELS } from '../../../shared/areas/vendors/vendor-signals.rules.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { PriorityBadge } from './reassessment-columns.tsx';

/** The alerts and indicators that asked for it, each with what it touched. */
export function SignalList({ task }: { task: ReassessmentDetail }) {
  const rest = task.signalCount - task.signals.length;
  return (
    <section aria-label="Signals">
      <h3 className="mb-1 text-sm font-semibold text-fg">Alerts and indicators</h3>
      <ul className="flex flex-col divide-y divide-line">
        {task.signals.map((signal) => (
          <SignalRow key={signal.id} signal={signal} />
        ))}
      </ul>
      {rest > 0 && (
        <p className="mt-1 text-xs text-fg-muted tabular-nums">
          {rest.toLocaleString()} more are counted and not listed; the gravest are listed.
        </p>
      )}
    </section>
  );
}

function SignalRow({ signal }: { signal: VendorSignal }) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <PriorityBadge priority={signal.severity} />
      <span className="min-w-0 flex-1 basis-60">
        {signal.title === null ? (
          <span className="text-fg-muted">No longer kept</span>
        ) : signal.thing === 'alert' ? (
          <Link to={`/alerts?alert=${signal.thingId}`} className="text-accent-text hover:underline">
            <Untrusted text={signal.title} max={120} expand="none" />
          </Link>
        ) : (
          <span className="text-fg">
            Indicator <Untrusted text={signal.title} max={120} />
          </span>
        )}
        <span className="block text-xs text-fg-muted">
          {SIGNAL_KIND_LABELS[signal.kind]}{' '}
          <span className="font-mono">
            <Untrusted text={signal.term} max={80} />
          </span>
          {signal.found !== signal.term && (
            <>
              {' '}
              by{' '}
              <span className="font-mono">
                <Untrusted text={signal.found} max={80} />
              </span>
            </>
          )}
        </span>
      </span>
      <span className="text-xs text-fg-muted">
        <DateTime value={signal.at} />
      </span>
    </li>
  );
}
