import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { Link } from 'react-router-dom';
import { FILE_FACT_NAMES } from '../../../../shared/areas/forensics/files/file-facts.ts';
import type {
  Receipt,
  Session,
  SessionDetail,
} from '../../../../shared/areas/forensics/intake/intake.contract.ts';
import { useClient } from '../../../api/client-context.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { cx } from '../../../ui/cx.ts';
import { DataTable } from '../../../ui/data-table.tsx';
import { DateTime } from '../../../ui/date-time.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Untrusted } from '../../../ui/untrusted.tsx';
import { FileFacts } from '../malware/file-facts.tsx';
import { filesQuery } from './intake.queries.ts';
import type { SessionLayer } from './session-actions.tsx';
import { SessionBadge } from './session-badge.tsx';
import { bytesText, eventsOf, sessionColumns } from './session-columns.tsx';

interface SessionReceiptProps {
  session: SessionDetail;
  mayWrite: boolean;
  onLayer: (layer: SessionLayer, session: Pick<Session, 'id'>) => void;
}

/** What was read of a file, what was not, and why. */
export function SessionReceipt({ session, mayWrite, onLayer }: SessionReceiptProps) {
  const { receipt } = session;
  return (
    <div className="flex flex-col gap-5">
      <Facts session={session} />
      {session.problem !== null && (
        <p className="text-bad">
          <Untrusted text={session.problem} max={500} />
        </p>
      )}
      {receipt === null && (
        <p className="text-fg-muted">There is no receipt before the file has been read.</p>
      )}
      {receipt && <Notes receipt={receipt} />}
      {receipt && receipt.problems.length > 0 && <Problems receipt={receipt} />}
      {session.innerFiles > 0 && <Inner session={session} mayWrite={mayWrite} onLayer={onLayer} />}
      {receipt && receipt.members.length > 0 && <Members receipt={receipt} />}
      {receipt && <FileFacts facts={receipt.facts} />}
      {receipt && <FoundFacts receipt={receipt} />}
    </div>
  );
}

interface FactProps {
  label: string;
  isWide?: boolean;
  children: ReactNode;
}

function Fact({ label, isWide = false, children }: FactProps) {
  return (
    <div className={cx('min-w-0', isWide && 'col-span-full')}>
      <dt className="text-xs text-fg-muted">{label}</dt>
      <dd className="min-w-0 text-fg [overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}

function Facts({ session: one }: { session: SessionDetail }) {
  const { receipt } = one;
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 md:grid-cols-4">
      <Fact label="State">
        <SessionBadge session={one} />
      </Fact>
      <Fact label="Type">{one.detected ?? '—'}</Fact>
      <Fact label="Reader">{one.toolVersion ?? '—'}</Fact>
      <Fact label="Size">{bytesText(one.sizeBytes) ?? '—'}</Fact>
      <Fact label="Events">{eventsOf(one)?.toLocaleString() ?? '—'}</Fact>
      <Fact label="First event">{receipt?.from ? <DateTime value={receipt.from} /> : '—'}</Fact>
      <Fact label="Last event">{receipt?.to ? <DateTime value={receipt.to} /> : '—'}</Fact>
      <Fact label="Evidence">
        {one.evidenceId === null ? (
          'In the file that it came in'
        ) : (
          <Link
            to={`/evidence?evidence=${encodeURIComponent(one.evidenceId)}`}
            className="rounded-sm text-accent-text hover:underline"
          >
            Open with its custody
          </Link>
        )}
      </Fact>
      {one.sha256 !== null && (
        <Fact label="SHA-256" isWide>
          <span className="flex flex-wrap items-center gap-x-2">
            <span className="min-w-0 font-mono text-xs">{one.sha256}</span>
            <CopyButton text={one.sha256} label="Copy the SHA-256" />
          </span>
        </Fact>
      )}
    </dl>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex min-w-0 flex-col gap-2">
      <h3 className="text-sm font-semibold text-fg">{title}</h3>
      {children}
    </section>
  );
}

function Notes({ receipt: { notes } }: { receipt: Receipt }) {
  if (notes.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1">
      {notes.map((note) => (
        <li key={note} className="text-fg">
          <Untrusted text={note} max={400} expand="none" />
        </li>
      ))}
    </ul>
  );
}

function Problems({ receipt: { problems } }: { receipt: Receipt }) {
  return (
    <Part title="Problems">
      <ul className="flex flex-col gap-2">
        {problems.map(({ what, count, places, isLoss }) => (
          <li key={what} className="flex flex-col">
            <span className={isLoss ? 'text-warn' : 'text-fg'}>
              {count.toLocaleString()} × <Untrusted text={what} max={300} expand="none" />
              {isLoss ? ' (not read)' : ' (read all the same)'}
            </span>
            {places.length > 0 && (
              <span className="text-xs text-fg-muted">
                First at <Untrusted text={places.join('; ')} max={400} expand="none" />
              </span>
            )}
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Inner({ session, mayWrite, onLayer }: SessionReceiptProps) {
  const client = useClient();
  const found = useInfiniteQuery(filesQuery(client, session.investigation.id, session.id));
  const rows = useMemo(() => found.data?.pages.flatMap((page) => page.rows) ?? [], [found.data]);
  const columns = useMemo(() => sessionColumns({ mayWrite, onLayer }), [mayWrite, onLayer]);
  return (
    <Part title="Files inside that were read">
      <DataTable
        label="Files inside that were read"
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        rowName={({ innerPath }) => innerPath ?? 'a file'}
        onOpen={(row) => onLayer('receipt', row)}
        className="max-h-80"
        empty={<EmptyState title="Loading" text="The files inside are being loaded." />}
      />
    </Part>
  );
}

const MEMBERS_SHOWN = 100;

function Members({ receipt: { members, memberCount } }: { receipt: Receipt }) {
  const plain = members.filter(({ sessionId }) => sessionId === null);
  if (plain.length === 0) return null;
  const more = memberCount - members.length;
  return (
    <Part title="Other members">
      <ul className="flex max-h-64 flex-col gap-1 overflow-y-auto">
        {plain.slice(0, MEMBERS_SHOWN).map(({ path, note, size }) => (
          <li key={path} className="flex flex-wrap gap-x-3">
            <span className="min-w-0 text-fg">
              <Untrusted text={path} max={200} expand="none" />
            </span>
            <span className="text-fg-muted">
              {size > 0 && `${bytesText(size)}, `}
              <Untrusted text={note} max={200} expand="none" />
            </span>
          </li>
        ))}
      </ul>
      {(more > 0 || plain.length > MEMBERS_SHOWN) && (
        <p className="text-fg-muted">
          {memberCount.toLocaleString()} members in all; the first ones are named.
        </p>
      )}
    </Part>
  );
}

const FACT_CHARS = 2_000;

function FoundFacts({ receipt }: { receipt: Receipt }) {
  const facts = receipt.facts.filter(({ name }) => !FILE_FACT_NAMES.has(name));
  if (facts.length === 0) return null;
  return (
    <Part title="Facts">
      <dl className="grid grid-cols-1 gap-2 md:grid-cols-2">
        {facts.map(({ name, value }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: facts of one receipt, which does not change
          <Fact key={place} label={name}>
            <Untrusted
              text={typeof value === 'string' ? value : JSON.stringify(value)}
              max={FACT_CHARS}
            />
          </Fact>
        ))}
      </dl>
    </Part>
  );
}
