import { useQuery } from '@tanstack/react-query';
import { ClipboardList, SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import type {
  Tiering,
  VendorAssessment,
} from '../../../shared/areas/vendors/vendor-assessments.contract.ts';
import { CLOSED_STATES } from '../../../shared/areas/vendors/vendor-assessments.rules.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { Button } from '../../ui/button.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { useAddressParams } from '../../ui/use-address-params.ts';
import { AssessmentBadges } from './assessment-badges.tsx';
import { AssessmentDialog } from './assessment-dialog.tsx';
import { NewAssessmentDialog } from './new-assessment-dialog.tsx';
import { TieringDialog } from './tiering-dialog.tsx';
import { TieringReasons } from './tiering-outcome.tsx';
import { tieringsQuery, vendorAssessmentsQuery } from './vendor-assessments.queries.ts';
import { TierBadge } from './vendor-badges.tsx';
import { Part } from './vendor-part.tsx';

/** What of a vendor the parts about its assessments need. */
export interface AssessedVendor {
  readonly id: string;
  readonly name: string;
}

const PARAM = 'assessment';

/** In a vendor's drawer: its valid assessment, the score with its inputs, its tier, and what to do next. */
export function VendorAssessmentPanel({ vendor }: { vendor: AssessedVendor }) {
  const client = useClient();
  const mayWrite = useMay('vendors.write');
  const [params, setParams] = useAddressParams();
  const [isStarting, setIsStarting] = useState(false);
  const found = useQuery(vendorAssessmentsQuery(client, vendor.id));
  const openId = params.get(PARAM);
  const open = (id: string | null) =>
    setParams((now) => {
      const next = new URLSearchParams(now);
      if (id === null) next.delete(PARAM);
      else next.set(PARAM, id);
      return next;
    });
  const running = found.data?.some(({ state }) => !CLOSED_STATES.includes(state));
  return (
    <>
      <Part
        title="Assessments"
        actions={
          mayWrite &&
          found.data &&
          !running && (
            <Button
              size="sm"
              icon={<ClipboardList aria-hidden />}
              onClick={() => setIsStarting(true)}
            >
              Begin
            </Button>
          )
        }
      >
        {found.isPending && <Skeleton className="h-16 w-full" />}
        {found.isError && (
          <ErrorState
            title="The assessments could not be loaded"
            error={found.error}
            onRetry={() => void found.refetch()}
          />
        )}
        {found.data?.length === 0 && <p className="text-fg-muted">It was never assessed.</p>}
        <ul className="flex flex-col divide-y divide-line">
          {found.data?.map((assessment) => (
            <AssessmentLine
              key={assessment.id}
              assessment={assessment}
              onOpen={() => open(assessment.id)}
            />
          ))}
        </ul>
      </Part>
      <TierPart vendor={vendor} mayWrite={mayWrite} />
      {openId !== null && <AssessmentDialog id={openId} onClose={() => open(null)} />}
      {isStarting && (
        <NewAssessmentDialog
          vendor={vendor}
          onClose={() => setIsStarting(false)}
          onMade={(id) => {
            setIsStarting(false);
            open(id);
          }}
        />
      )}
    </>
  );
}

function AssessmentLine({
  assessment,
  onOpen,
}: {
  assessment: VendorAssessment;
  onOpen: () => void;
}) {
  const { completedOn, sentOn, score, expiresOn, answered, questions } = assessment;
  const when = completedOn ?? sentOn ?? assessment.createdAt.slice(0, 10);
  return (
    <li>
      <button
        type="button"
        onClick={onOpen}
        className="flex w-full flex-wrap items-center gap-x-3 gap-y-1 py-2 text-start hover:bg-raised"
      >
        <span className="w-24 font-medium text-accent-text tabular-nums">{when}</span>
        <AssessmentBadges assessment={assessment} />
        <span className="ms-auto text-fg-muted tabular-nums">
          {score === null
            ? `${answered} of ${questions} answered`
            : `Score ${score} of 25, until ${expiresOn ?? '—'}`}
        </span>
      </button>
    </li>
  );
}

function TierPart({ vendor, mayWrite }: { vendor: AssessedVendor; mayWrite: boolean }) {
  const found = useQuery(tieringsQuery(useClient(), vendor.id));
  const [isTiering, setIsTiering] = useState(false);
  const last = found.data?.[0];
  return (
    <>
      <Part
        title="Tier"
        actions={
          mayWrite && (
            <Button
              size="sm"
              icon={<SlidersHorizontal aria-hidden />}
              onClick={() => setIsTiering(true)}
            >
              By questions
            </Button>
          )
        }
      >
        {found.data && !last && (
          <p className="text-fg-muted">Set by hand: the questions were not answered yet.</p>
        )}
        {last && <LastTiering tiering={last} />}
      </Part>
      {isTiering && (
        <TieringDialog
          vendor={vendor}
          {...(last && { answers: last.answers })}
          onClose={() => setIsTiering(false)}
        />
      )}
    </>
  );
}

function LastTiering({ tiering }: { tiering: Tiering }) {
  return (
    <div className="flex flex-col gap-2">
      <p className="flex flex-wrap items-center gap-2">
        <TierBadge tier={tiering.tier} />
        <span className="text-fg-muted">
          {tiering.share} % of the points,{' '}
          <Untrusted text={tiering.createdByName ?? 'Unknown account'} max={60} expand="none" />,{' '}
          <DateTime value={tiering.createdAt} />
        </span>
      </p>
      {tiering.overrideReason !== null && (
        <p className="text-fg">
          Instead of <TierBadge tier={tiering.inherentTier} />:{' '}
          <Untrusted text={tiering.overrideReason} max={300} />
        </p>
      )}
      <TieringReasons reasons={tiering.reasons} />
    </div>
  );
}
