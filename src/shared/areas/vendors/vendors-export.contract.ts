/** The registry as a file. */
import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';

export const VENDOR_EXPORT_FORMATS = ['xlsx', 'csv'] as const;
export type VendorExportFormat = (typeof VENDOR_EXPORT_FORMATS)[number];
export const VENDOR_EXPORT_LABELS: Record<VendorExportFormat, string> = {
  xlsx: 'Vendors as XLSX',
  csv: 'Vendors as CSV',
};

export const vendorsExportContract = {
  export: endpoint({
    method: 'GET',
    path: '/api/vendor-exports/{format}',
    summary: 'The whole registry with documents and sub-processors as a file',
    permission: 'vendors.read',
    params: z.object({
      format: z.enum(VENDOR_EXPORT_FORMATS, {
        error: `Format must be one of ${VENDOR_EXPORT_FORMATS.join(', ')}`,
      }),
    }),
    response: 'bytes',
  }),
};
