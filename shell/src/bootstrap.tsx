import { IconProvider } from '@ant-design/icons';
import { cspNonce, installCatalogue } from '@qr-attendance/web-kit';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { App } from './app.tsx';
import { IdentityProvider } from './identity/identity-provider.tsx';
import { catalogue } from './messages/index.ts';
import { preloadForPath } from './remotes/preload-for-path.ts';
import { startReportsLater } from './reports/index.ts';
import { noteError, watchErrors } from './reports/note-errors.ts';
import { registerWorkerLater } from './service-worker/register.ts';
import './page.css';
import './pages/pages.css';

watchErrors();
preloadForPath(location.pathname);
const nonce = cspNonce();
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
/** What a boundary caught is shown as a fallback, and is an error all the same. */
const onCaughtError = (thrown: unknown): void => {
  console.warn(thrown);
  noteError({ kind: 'error', thrown });
};
const start = (): void => {
  createRoot(root, { onCaughtError }).render(
    <StrictMode>
      <IconProvider value={nonce ? { csp: { nonce } } : {}}>
        <BrowserRouter>
          <IdentityProvider>
            <App />
          </IdentityProvider>
        </BrowserRouter>
      </IconProvider>
    </StrictMode>,
  );
  startReportsLater();
  registerWorkerLater();
};
// A translation that can't be fetched leaves English, so this always comes. Awaited, it would cost each page 0.5 KB.
void installCatalogue(catalogue).then(start);
