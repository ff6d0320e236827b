import { CircleCheck } from 'lucide-react';
import type {
  ImportReceipt,
  LeftOut,
} from '../../../shared/areas/compliance/framework-import.contract.ts';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';

/** What came of a file. */
export function ImportFrameworkReceipt({ receipt }: { receipt: ImportReceipt }) {
  const { frameworks, links, leftOut, leftOutCount } = receipt;
  const linkText = `${links.created.toLocaleString()} links added, ${links.known.toLocaleString()} known already, ${links.unresolved.toLocaleString()} without an end here`;
  const hasLinks = links.created + links.known + links.unresolved > 0;
  return (
    <div className="flex flex-col gap-4">
      <ul className="flex flex-col gap-2">
        {frameworks.map(({ id, name, created, groups, withdrawn }) => (
          <li key={id} className="flex items-center gap-2">
            <CircleCheck aria-hidden className="size-4 shrink-0 text-ok" />
            <span>
              <span className="font-medium text-fg">
                <Untrusted text={name} expand="none" />
              </span>
              : {created.toLocaleString()} controls and {groups.toLocaleString()} groups created
              {withdrawn > 0 && `, ${withdrawn.toLocaleString()} withdrawn ids passed over`}
            </span>
          </li>
        ))}
        {hasLinks && (
          <li className="flex items-center gap-2">
            <CircleCheck aria-hidden className="size-4 shrink-0 text-ok" />
            {linkText}
          </li>
        )}
      </ul>
      <LeftOutList leftOut={leftOut} count={leftOutCount} />
    </div>
  );
}

/** What was not taken over, where it stands and why. */
export function LeftOutList({ leftOut, count }: { leftOut: readonly LeftOut[]; count: number }) {
  if (count === 0) return null;
  const shown = leftOut.length < count ? ` (the first ${leftOut.length})` : '';
  return (
    <div className="flex flex-col gap-2">
      <h3 className="font-semibold text-fg">
        Left out or changed: {count.toLocaleString()}
        {shown}
      </h3>
      <ScrollRegion label="Left out" className="max-h-56 rounded-md bg-sunken">
        <ul className="divide-y divide-line">
          {leftOut.map(({ line, where, reason }) => (
            <li key={`${line} ${where} ${reason}`} className="flex gap-3 px-3 py-1">
              <span className="w-16 shrink-0 text-fg-muted tabular-nums">
                {line === null ? '' : `Line ${line}`}
              </span>
              <span className="w-40 shrink-0 truncate font-mono text-xs">
                <Untrusted text={where} expand="none" />
              </span>
              <span className="min-w-0 flex-1">
                <Untrusted text={reason} />
              </span>
            </li>
          ))}
        </ul>
      </ScrollRegion>
    </div>
  );
}
