import { accountName, useAccounts } from '../../api/accounts.ts';
import type { FieldControl } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';

const NOBODY = 'nobody';

interface RiskOwnerSelectProps {
  control: FieldControl;
  value: string | null;
  onChange: (id: string | null) => void;
}

/** One of those who have an account, or nobody. */
export function RiskOwnerSelect({ control, value, onChange }: RiskOwnerSelectProps) {
  const { all } = useAccounts();
  const options = [
    { value: NOBODY, label: 'Nobody' },
    ...all
      .filter(({ id, deactivatedAt }) => deactivatedAt === null || id === value)
      .map((account) => ({ value: account.id, label: accountName(account) })),
  ];
  return (
    <Select
      {...control}
      value={value ?? NOBODY}
      options={options}
      onValueChange={(id) => onChange(id === NOBODY ? null : id)}
    />
  );
}
