import type { ReactNode } from 'react';
import type { Integration } from '../../../shared/areas/integrations/integrations.contract.ts';
import { cx } from '../../ui/cx.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { counted, cureOf } from './integrations.text.ts';

/** What somebody must know of an integration: why it failed and what to do, what is held back. */
export function CardNotice({ integration }: { integration: Integration }) {
  const { kind, failure, isHeldBack, receiver } = integration;
  if (kind === 'record')
    return (
      <Notice>
        Not configured: no connector is behind it. Its status is what people noted; add the tool
        from the marketplace to receive its data.
      </Notice>
    );
  if (isHeldBack || receiver?.state === 'ISOLATED')
    return (
      <Notice tone="warn">
        This workspace is isolated: nothing leaves this machine, and what was due is held back.
      </Notice>
    );
  if (receiver?.error)
    return (
      <Notice tone="bad">
        <Untrusted text={receiver.error} max={300} expand="none" />
      </Notice>
    );
  if (receiver && receiver.lost > 0)
    return (
      <Notice tone="warn">{counted(receiver.lost, 'line', 'lines')} lost on the way in.</Notice>
    );
  if (!failure) return null;
  return (
    <Notice tone="bad">
      <span className="block text-fg">
        <Untrusted text={failure.message} max={400} />
      </span>
      <span className="mt-1 block">
        {cureOf(failure.kind)} {counted(failure.times, 'failure', 'failures')} in a row,{' '}
        <DateTime value={failure.at} />.
      </span>
    </Notice>
  );
}

interface NoticeProps {
  tone?: 'warn' | 'bad';
  children: ReactNode;
}

function Notice({ tone, children }: NoticeProps) {
  return (
    <div
      className={cx(
        'rounded-md border-l-2 bg-raised px-3 py-2 text-xs text-fg-muted [overflow-wrap:anywhere]',
        tone === 'bad' && 'border-bad-mark',
        tone === 'warn' && 'border-warn',
        tone === undefined && 'border-line-strong',
      )}
    >
      {children}
    </div>
  );
}
