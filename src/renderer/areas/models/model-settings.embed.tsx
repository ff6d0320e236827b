/** The two pages of models in the settings. */
import { ModelCallsPage } from './model-calls-page.tsx';
import { ModelsPage } from './models-page.tsx';

export function ModelSettings({ isLog }: { isLog: boolean }) {
  return isLog ? <ModelCallsPage /> : <ModelsPage />;
}
