import { ExternalLink } from 'lucide-react';
import { Link } from 'react-router-dom';
import type {
  AssuranceReasonJson,
  ControlExplanation,
} from '../../../shared/areas/compliance/scores.contract.ts';
import { cx } from '../../ui/cx.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useTimeZone } from '../../ui/time-zone.ts';
import { Untrusted } from '../../ui/untrusted.tsx';
import { shownDay } from './scores.day.ts';
import { useControlScore } from './scores.queries.ts';
import { controlAddress, evidenceAddress, reasonText, signedPoints } from './scores.text.ts';

type Proof = ControlExplanation['proofs'][number];

const KIND_WORDS: Record<Proof['kind'], string> = {
  evidence: 'Evidence',
  test: 'Test',
  run: 'Test run',
  challenge: 'Challenge',
};

/** Why the assurance of a control is what it is: every input of the formula, and its proof as links. */
export function ControlAssurancePanel({ controlId }: { controlId: string }) {
  const query = useControlScore(controlId);
  if (query.isError && !query.data) {
    return (
      <ErrorState
        title="The assurance could not be loaded"
        error={query.error}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    );
  }
  if (!query.data) {
    return (
      <div aria-busy className="flex flex-col gap-2">
        <Skeleton className="h-8 w-24" />
        <Skeleton className="h-24 w-full" />
      </div>
    );
  }
  return <Explanation control={query.data} />;
}

function Explanation({ control }: { control: ControlExplanation }) {
  const { assurance, reasons, proofs, formula } = control;
  const named = new Map(proofs.map((proof) => [proof.id, proof]));
  if (assurance === null) return <p className="text-fg-muted">{outsideText(control)}</p>;
  return (
    <section aria-label="Assurance" className="flex flex-col gap-3">
      <p>
        <span className="text-xl font-semibold text-fg tabular-nums">{assurance}</span>
        <span className="text-fg-muted"> of 100 points of assurance</span>
      </p>
      <ul className="divide-y divide-line rounded-md border border-line">
        {reasons.map((reason) => (
          <Reason key={reason.code} reason={reason} named={named} controlId={control.id} />
        ))}
      </ul>
      <p className="text-xs text-fg-muted">
        Formula <code className="font-mono">{formula}</code>. The points add up to the figure; what
        waits for review or approval counts neither way.
      </p>
    </section>
  );
}

/** Why there is no figure. */
function outsideText({ isGone, isApplicable }: ControlExplanation): string {
  if (isGone) return 'Its framework no longer has this control: it is in no score.';
  if (!isApplicable) return 'This control does not apply: it is in no score.';
  return 'Not assessed yet: it lowers the coverage, and there is no assurance to state.';
}

interface ReasonProps {
  reason: AssuranceReasonJson;
  named: ReadonlyMap<string, Proof>;
  controlId: string;
}

function Reason({ reason, named, controlId }: ReasonProps) {
  const zone = useTimeZone();
  const { points, possible, proof } = reason;
  return (
    <li className="flex flex-col gap-1 px-3 py-2">
      <div className="flex items-baseline justify-between gap-3">
        <span className="min-w-0 text-fg">{reasonText(reason, (iso) => shownDay(iso, zone))}</span>
        <span
          className={cx(
            'shrink-0 font-semibold whitespace-nowrap tabular-nums',
            points < 0 ? 'text-bad' : points > 0 ? 'text-ok' : 'text-fg-muted',
          )}
        >
          {signedPoints(points)}
          {possible !== null && <span className="font-normal text-fg-muted"> of {possible}</span>}
        </span>
      </div>
      {proof.length > 0 && (
        <ul className="flex flex-col gap-0.5">
          {proof.map(({ kind, id }) => (
            <li key={id} className="min-w-0 truncate text-xs">
              <ProofLink proof={named.get(id)} kind={kind} id={id} controlId={controlId} />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

interface ProofLinkProps {
  proof: Proof | undefined;
  kind: Proof['kind'];
  id: string;
  controlId: string;
}

function ProofLink({ proof, kind, id, controlId }: ProofLinkProps) {
  // Tests, runs and challenges stand in the drawer of their control.
  const to = kind === 'evidence' ? evidenceAddress(id) : controlAddress(controlId);
  return (
    <Link
      to={to}
      className="inline-flex max-w-full items-center gap-1 rounded-sm text-accent-text hover:underline"
    >
      <span className="shrink-0">{KIND_WORDS[kind]}:</span>
      <span className="truncate">
        <Untrusted text={proof?.title ?? id} expand="none" />
      </span>
      <ExternalLink aria-hidden className="size-3 shrink-0" />
    </Link>
  );
}
