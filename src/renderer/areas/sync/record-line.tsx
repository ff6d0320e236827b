import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { isPageLink } from '../../../shared/areas/notifications/notifications.rules.ts';
import { tableText } from '../../../shared/areas/sync/record-words.ts';
import { Badge } from '../../ui/badge.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';

interface RecordLineProps {
  record: { table: string; title: string | null; link: string | null };
  /** Says at the end of the line how it stands. */
  children?: ReactNode;
}

/** Kind and name of a record, leading to it where there is a page of it. */
export function RecordLine({ record: { table, title, link }, children }: RecordLineProps) {
  const name = <Untrusted text={title ?? 'without a name'} max={160} expand="none" />;
  return (
    <p className="flex min-w-0 flex-wrap items-center gap-2 [overflow-wrap:anywhere]">
      <Badge>{tableText(table)}</Badge>
      {link !== null && isPageLink(link) ? (
        <Link to={link} className="min-w-0 text-accent-text hover:underline">
          {name}
        </Link>
      ) : (
        name
      )}
      {children}
    </p>
  );
}
