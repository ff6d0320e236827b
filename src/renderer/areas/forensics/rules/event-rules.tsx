import { useQuery } from '@tanstack/react-query';
import { FilePlus2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { useClient } from '../../../api/client-context.tsx';
import { useMay } from '../../../api/session.tsx';
import { Button } from '../../../ui/button.tsx';
import { Untrusted } from '../../../ui/untrusted.tsx';
import { ruleAddress } from './rule-addresses.ts';
import { LevelBadge } from './rule-badges.tsx';
import { type DraftFrom, hitsQuery } from './rules.queries.ts';

const DraftRuleDialog = lazy(async () => ({
  default: (await import('./draft-dialog.tsx')).DraftRuleDialog,
}));

/** Opens the draft of a rule from an event or an alert. */
export function DraftRuleButton({ from }: { from: DraftFrom }) {
  const mayWrite = useMay('forensics.write');
  const [isOpen, setOpen] = useState(false);
  if (!mayWrite) return null;
  return (
    <>
      <Button size="sm" icon={<FilePlus2 aria-hidden />} onClick={() => setOpen(true)}>
        Draft a rule
      </Button>
      {isOpen && (
        <Suspense>
          <DraftRuleDialog from={from} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** On an event: the rules that found it, and a draft of another one. */
export function EventRules({
  investigationId,
  eventId,
}: {
  investigationId: string;
  eventId: string;
}) {
  const of = { investigation: investigationId, events: eventId };
  const { data } = useQuery(hitsQuery(useClient(), of));
  return (
    <div className="flex flex-wrap items-center gap-2">
      {data?.rows.map(({ id, ruleId, ruleTitle, level }) => (
        <Link
          key={id}
          to={ruleAddress(ruleId)}
          className="inline-flex items-center gap-1 rounded-sm hover:underline"
        >
          <LevelBadge level={level} />
          <Untrusted text={ruleTitle} max={80} expand="none" />
        </Link>
      ))}
      <DraftRuleButton from={{ investigation: investigationId, event: eventId }} />
    </div>
  );
}
