import type { ShownReceiver } from '../../../shared/areas/integrations/integrations.contract.ts';
import { CodeView } from '../../ui/code-view.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';

const STATES: Readonly<Record<ShownReceiver['state'], string>> = {
  STARTING: 'Starting',
  LISTENING: 'Listening',
  ERROR: 'Not listening',
  ISOLATED: 'Closed while the workspace is isolated',
  OFF: 'Off',
};

/** What came in since it was opened; what was lost is counted and said. */
export function ReceiverFacts({ receiver }: { receiver: ShownReceiver }) {
  const facts = [
    ['State', STATES[receiver.state]],
    ['Listens on', receiver.bound.join(', ') || 'Nothing'],
    ['Received', receiver.received.toLocaleString()],
    ['Kept', receiver.kept.toLocaleString()],
    ['Merged', receiver.merged.toLocaleString()],
    ['Skipped', receiver.skipped.toLocaleString()],
    ['Rejected', receiver.rejected.toLocaleString()],
    ['Lost', receiver.lost.toLocaleString()],
    ['Waiting', receiver.waiting.toLocaleString()],
  ] as const;
  return (
    <section aria-label="Receiver" className="flex flex-col gap-4">
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 tabular-nums">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-fg-muted">{name}</dt>
            <dd className="text-fg [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
        <dt className="text-fg-muted">Last</dt>
        <dd className="text-fg">
          {receiver.lastAt ? <DateTime value={receiver.lastAt} /> : 'Nothing yet'}
        </dd>
      </dl>
      {receiver.lastLine !== null && (
        <p className="font-mono text-xs text-fg-muted [overflow-wrap:anywhere]">
          <Untrusted text={receiver.lastLine} max={200} />
        </p>
      )}
      {receiver.reasons.length > 0 && (
        <div>
          <h3 className="font-semibold text-fg">Not kept, and why</h3>
          <ul className="mt-1 text-fg-muted">
            {receiver.reasons.map(({ text, count }) => (
              <li key={text}>
                {count.toLocaleString()} <Untrusted text={text} max={200} expand="none" />
              </li>
            ))}
          </ul>
        </div>
      )}
      {receiver.certificate && (
        <div className="flex flex-col gap-2">
          <h3 className="font-semibold text-fg">Certificate for senders</h3>
          <p className="font-mono text-xs text-fg-muted [overflow-wrap:anywhere]">
            SHA-256 {receiver.certificate.fingerprint}
          </p>
          <CodeView text={receiver.certificate.pem} label="Certificate" />
        </div>
      )}
    </section>
  );
}
