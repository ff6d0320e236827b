import { useAddressParams } from '../../ui/use-address-params.ts';

/** What the screen is doing over its tabs; in the address, so that commands and links lead to it. */
export const SCREEN_DIALOGS = ['create-framework', 'create-control', 'adopt', 'import'] as const;
export type ScreenDialog = (typeof SCREEN_DIALOGS)[number];

const DIALOG = 'do';
const FRAMEWORK = 'framework';
const UPGRADE = 'upgrade';

function useParam(name: string): readonly [string | null, (value: string | null) => void] {
  const [params, setParams] = useAddressParams();
  const set = (value: string | null) =>
    setParams((old) => {
      const next = new URLSearchParams(old);
      if (value === null) next.delete(name);
      else next.set(name, value);
      return next;
    });
  return [params.get(name), set];
}

export function useScreenDialog() {
  const [named, set] = useParam(DIALOG);
  const open: (dialog: ScreenDialog | null) => void = set;
  return [SCREEN_DIALOGS.find((one) => one === named) ?? null, open] as const;
}

/** The framework whose drawer is open. */
export const useOpenFramework = () => useParam(FRAMEWORK);

/** The framework whose upgrade is reviewed. */
export const useReviewedUpgrade = () => useParam(UPGRADE);

export const frameworkDialogAddress = (dialog: ScreenDialog) =>
  `/compliance?tab=frameworks&${DIALOG}=${dialog}`;

export const controlsAddress = (id: string) => `/compliance?tab=controls&framework=${id}`;
