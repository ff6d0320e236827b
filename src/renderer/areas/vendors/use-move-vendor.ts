import {
  type VendorUpdateInput,
  vendorsContract,
} from '../../../shared/areas/vendors/vendors.contract.ts';
import { useVendorCall } from './vendors.queries.ts';

/** Moves a vendor to another status, with the toasts of the product. */
export function useMoveVendor(id: string) {
  return useVendorCall(
    (client, body: VendorUpdateInput) =>
      client.call(vendorsContract.update, { params: { id }, body }),
    { done: 'Vendor updated successfully', failed: 'Failed to update vendor' },
  );
}
