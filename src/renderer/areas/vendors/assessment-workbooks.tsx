import { useMutation, useQuery } from '@tanstack/react-query';
import { FileDown, FileUp } from 'lucide-react';
import { useState } from 'react';
import {
  vendorAssessmentsContract as calls,
  type QuestionnaireReceipt,
  type VendorAssessmentDetail,
} from '../../../shared/areas/vendors/vendor-assessments.contract.ts';
import { ANSWERABLE } from '../../../shared/areas/vendors/vendor-assessments.rules.ts';
import { assertOk, endpointPath } from '../../../shared/contract/client.ts';
import { useClient } from '../../api/client-context.tsx';
import { useHost } from '../../host/host-context.tsx';
import { Button } from '../../ui/button.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { useErrorToast } from '../../ui/use-error-toast.ts';
import { ReceiptDialog } from './assessment-receipt-dialog.tsx';
import { receiptsQuery } from './vendor-assessments.queries.ts';

/** A name that every file system takes. */
const fileNameOf = (vendor: string) =>
  `Questionnaire ${vendor.replace(/[^\p{L}\p{N} ._-]/gu, '_').slice(0, 80)}.xlsx`;

/** The questionnaire out as a workbook and back, with a receipt of each that was read. */
export function AssessmentWorkbooks({
  assessment,
  mayWrite,
}: {
  assessment: VendorAssessmentDetail;
  mayWrite: boolean;
}) {
  const host = useHost();
  const fail = useErrorToast();
  const [shown, setShown] = useState<QuestionnaireReceipt | null>(null);
  const receipts = useQuery(receiptsQuery(useClient(), assessment.id));
  const params = { id: assessment.id };
  const read = useMutation({
    mutationFn: async (): Promise<QuestionnaireReceipt | null> => {
      const [file] = await host.pickFiles();
      if (!file) return null;
      const path = endpointPath(calls.readWorkbook, { params, query: { name: file.name } });
      const answer = await host.sendFile(file, { method: 'POST', path });
      return calls.readWorkbook.response.parse(JSON.parse(assertOk(answer).body));
    },
    onSuccess: setShown,
    onError: fail,
  });
  const save = () =>
    host
      .saveAs(endpointPath(calls.workbook, { params }), fileNameOf(assessment.vendorName))
      .catch(fail);
  return (
    <section aria-label="Workbook" className="flex flex-col gap-2">
      <h3 className="text-sm font-semibold text-fg">Workbook</h3>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" icon={<FileDown aria-hidden />} onClick={() => void save()}>
          Save as XLSX
        </Button>
        {mayWrite && ANSWERABLE.includes(assessment.state) && (
          <Button
            size="sm"
            icon={<FileUp aria-hidden />}
            disabled={read.isPending}
            onClick={() => read.mutate()}
          >
            Read Answers
          </Button>
        )}
      </div>
      {read.isPending && <Progress label="Reading the workbook" value={null} />}
      <ul className="flex flex-col gap-1 text-xs">
        {receipts.data?.map((receipt) => (
          <li key={receipt.id}>
            <button
              type="button"
              onClick={() => setShown(receipt)}
              className="text-start text-accent-text hover:underline"
            >
              <Untrusted text={receipt.fileName} max={60} expand="none" />
            </button>
            <span className="block text-fg-muted tabular-nums">
              {receipt.taken} taken, {receipt.refused} refused,{' '}
              <DateTime value={receipt.createdAt} />
            </span>
          </li>
        ))}
      </ul>
      {shown && <ReceiptDialog receipt={shown} onClose={() => setShown(null)} />}
    </section>
  );
}
