/** The page of ATT&CK in the settings. */
import { AttackPage } from './attack-page.tsx';

export function AttackSettings() {
  return <AttackPage />;
}
