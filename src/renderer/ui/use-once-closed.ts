import { useEffect, useState } from 'react';

/**
 * Closes what shows a record, and acts on the record once nothing shows it any more. For removals:
 * what still showed it would ask for it again when it has gone.
 *
 * @param openId the record that is shown, from the address
 */
export function useOnceClosed(
  openId: string | null,
  close: () => void,
  act: (id: string) => void,
): (id: string) => void {
  const [wanted, setWanted] = useState<string | null>(null);
  useEffect(() => {
    if (wanted === null || wanted === openId) return;
    setWanted(null);
    act(wanted);
  }, [wanted, openId, act]);
  return (id) => {
    setWanted(id);
    close();
  };
}
