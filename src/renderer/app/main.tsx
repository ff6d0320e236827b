import './zod-without-eval.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { currentUserQuery } from '../api/session.queries.ts';
import { createBrowserHost } from '../host/browser.ts';
import { browserDeps } from '../host/browser-deps.ts';
import { createElectronHost } from '../host/electron.ts';
import '../ui/theme.css';
import { Providers } from './providers.tsx';
import { createRouter } from './routes.tsx';
import { createServices } from './services.ts';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no element with the id root');

const host = window.watchfloor
  ? createElectronHost(window.watchfloor)
  : createBrowserHost(browserDeps(window));
const services = createServices(host, window);
void services.queries.prefetchQuery(currentUserQuery(services.client));

createRoot(root).render(
  <StrictMode>
    <Providers services={services}>
      <RouterProvider router={createRouter()} />
    </Providers>
  </StrictMode>,
);
