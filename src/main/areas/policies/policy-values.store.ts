/** What placeholders stand for here, and which controls of this workspace a template suggests. */
import type {
  PolicyValues,
  SuggestedControl,
} from '../../../shared/areas/policies/policy-templates.contract.ts';
import { KEPT_PLACEHOLDERS } from '../../../shared/areas/policies/policy-texts.rules.ts';
import type { ReadDb } from '../../db/database.ts';
import { policyValuesTable } from '../../db/tables/policy-texts.table.ts';
import type { WriteTx } from '../../db/write-door.ts';

type Kept = (typeof KEPT_PLACEHOLDERS)[number];
const isKept = (name: string): name is Kept =>
  (KEPT_PLACEHOLDERS as readonly string[]).includes(name);

export function readValues(db: ReadDb): PolicyValues {
  const rows = db.rows(policyValuesTable, 'SELECT * FROM policy_values WHERE deleted_at IS NULL');
  return Object.fromEntries(
    rows.filter(({ id, value }) => isKept(id) && value !== '').map(({ id, value }) => [id, value]),
  );
}

/** Empty forgets a value. */
export function keepValues(tx: WriteTx, values: PolicyValues): void {
  for (const [id, value] of Object.entries(values)) {
    const patch = { value: value ?? '', updatedAt: tx.now };
    if (!tx.update(policyValuesTable, id, patch)) tx.insert(policyValuesTable, { id, ...patch });
  }
}

/** The identifier of each as the packs write it; a control that the workspace lacks has no id. */
export function findSuggested(
  db: ReadDb,
  controls: readonly { readonly pack: string; readonly controlId: string }[],
): SuggestedControl[] {
  return db.all<SuggestedControl>(
    `SELECT coalesce(f.name, j.value ->> 'pack') AS framework, j.value ->> 'controlId' AS controlId,
       c.id, c.title
     FROM json_each(?) j
     LEFT JOIN compliance_frameworks f ON f.pack_id = j.value ->> 'pack' AND f.deleted_at IS NULL
       AND f.is_active = 1
     LEFT JOIN controls c ON c.framework_id = f.id AND c.control_id = j.value ->> 'controlId'
       AND c.deleted_at IS NULL AND c.gone_in IS NULL
     ORDER BY j.key, f.name`,
    JSON.stringify(controls),
  );
}
