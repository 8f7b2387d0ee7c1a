import { IconProvider } from '@ant-design/icons';
import { cspNonce, installCatalogue } from '@qr-attendance/web-kit';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { App, LoginPage } from './app.tsx';
import { hasStorage } from './has-storage.ts';
import { firstPageOf } from './first-page/first-page-of.ts';
import { IdentityProvider } from './identity/identity-provider.tsx';
import { tokenStore } from './identity/token-store.ts';
import { catalogue } from './messages/index.ts';
import { preloadForPath } from './remotes/preload-for-path.ts';
import { reloadReplacedPage } from './reload-replaced-page.ts';
import { startReportsLater } from './reports/index.ts';
import { noteError, watchErrors } from './reports/note-errors.ts';
import { registerWorkerLater } from './service-worker/register.ts';
import './page.css';
import './pages/pages.css';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
/** What a boundary caught is shown as a fallback, and is an error all the same. */
const onCaughtError = (thrown: unknown): void => {
  console.warn(thrown);
  noteError({ kind: 'error', thrown });
  reloadReplacedPage();
};
const nonce = cspNonce();
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
const texts = installCatalogue(catalogue);
if (hasStorage()) {
  watchErrors();
  preloadForPath(location.pathname);
  // What stands in the page meanwhile is not replaced by something that waits for the form.
  const page = firstPageOf({ path: location.pathname, signedIn: tokenStore.get() !== undefined });
  const form = page === 'sign-in' ? LoginPage.preload().catch(() => undefined) : undefined;
  void Promise.all([texts, form]).then(start);
} else
  void Promise.all([import('./storage-blocked.tsx'), texts]).then(([{ StorageBlocked }]) =>
    createRoot(root).render(<StorageBlocked />),
  );
