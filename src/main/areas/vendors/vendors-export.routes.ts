/**
 * Downloads of the registry. What is in them comes from people: workbooks and CSV hold no formula,
 * and the answer is always an attachment, never shown by the browser.
 */

import { vendorsContract } from '../../../shared/areas/vendors/vendors.contract.ts';
import {
  VENDOR_EXPORT_LABELS,
  type VendorExportFormat,
} from '../../../shared/areas/vendors/vendors-export.contract.ts';
import { type Route, route } from '../../http/route.ts';
import type { JobRunner } from '../../jobs/job-runner.ts';
import { type Clock, localDay } from '../../platform/clock.ts';
import type { VendorExportInput } from './vendors-export.jobs.ts';

const TYPES: Record<VendorExportFormat, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
};

export interface VendorExportDeps {
  readonly runner: JobRunner;
  readonly clock: Clock;
}

export function vendorExportRoutes({ runner, clock }: VendorExportDeps): Route[] {
  return [
    route(vendorsContract.export, async ({ params: { format }, session }) => {
      const input: VendorExportInput = { format };
      const { finished } = runner.start({
        ...{ kind: 'vendor-export', unit: 'vendors', total: null, input },
        ...{ title: `Export: ${VENDOR_EXPORT_LABELS[format]}`, startedBy: session.user.id },
      });
      const bytes = (await finished) as Uint8Array;
      return new Response(new Uint8Array(bytes), {
        headers: {
          'Content-Type': TYPES[format],
          'Content-Disposition': `attachment; filename="vendor-registry-${localDay(clock.now())}.${format}"`,
        },
      });
    }),
  ];
}
