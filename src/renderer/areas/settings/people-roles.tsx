import { Check, Minus } from 'lucide-react';
import {
  PERMISSION_LABELS,
  PERMISSIONS,
  type Permission,
  ROLES,
  roleMay,
} from '../../../shared/contract/permissions.ts';
import { Card } from '../../ui/card.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';

/** The table that the core decides by, in words. */
export function PeopleRoles() {
  return (
    <Card
      title="What each role may do"
      note="The same table decides in the core; what a role may not do is refused there."
      bodyClassName="p-0"
    >
      <ScrollRegion label="Roles and what they may do">
        <table className="w-full text-sm">
          <thead>
            <tr className="border-b border-line text-left text-xs text-fg-muted">
              <th scope="col" className="px-4 py-2 font-medium">
                Permission
              </th>
              {ROLES.map((role) => (
                <th key={role} scope="col" className="px-2 py-2 text-center font-medium">
                  {role}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {PERMISSIONS.map((permission) => (
              <PermissionRow key={permission} permission={permission} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </Card>
  );
}

function PermissionRow({ permission }: { permission: Permission }) {
  return (
    <tr className="h-9 [[data-density=comfortable]_&]:h-11">
      <th scope="row" className="px-4 text-left font-normal text-fg">
        {PERMISSION_LABELS[permission]}
      </th>
      {ROLES.map((role) => (
        <td key={role} className="px-2 text-center">
          {roleMay(role, permission) ? (
            <>
              <Check aria-hidden className="inline size-4 text-ok" />
              <span className="sr-only">Yes</span>
            </>
          ) : (
            <>
              <Minus aria-hidden className="inline size-4 text-fg-faint" />
              <span className="sr-only">No</span>
            </>
          )}
        </td>
      ))}
    </tr>
  );
}
