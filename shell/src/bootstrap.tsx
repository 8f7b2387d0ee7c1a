import '@qr-attendance/ui-kit/styles.css';
import { IconProvider } from '@ant-design/icons';
import { firstPageOf, signInProviders } from '@qr-attendance/page-start/app';
import { cspNonce, installCatalog, TextsProvider } from '@qr-attendance/web-kit';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { App, LoginPage } from './app.tsx';
import { hasStorage } from './has-storage.ts';
import { IdentityProvider } from './identity/identity-provider.tsx';
import { tokenStore } from './identity/token-store.ts';
import { catalog } from './texts/index.ts';
import { preloadForPath } from './remotes/preload-for-path.ts';
import { reloadReplacedPage } from './reload-replaced-page.ts';
import { startTelemetryWhenIdle } from './telemetry/index.ts';
import { recordError, watchErrors } from './telemetry/record-errors.ts';
import { registerWorkerLater } from './service-worker/register.ts';
import './page.css';
import './pages/pages.css';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
const onCaughtError = (thrown: unknown): void => {
  console.warn(thrown);
  recordError({ kind: 'error', thrown });
  reloadReplacedPage();
};
const nonce = cspNonce();
const start = (): void => {
  createRoot(root, { onCaughtError }).render(
    <StrictMode>
      <TextsProvider>
        <IconProvider value={nonce ? { csp: { nonce } } : {}}>
          <BrowserRouter>
            <IdentityProvider>
              <App />
            </IdentityProvider>
          </BrowserRouter>
        </IconProvider>
      </TextsProvider>
    </StrictMode>,
  );
  startTelemetryWhenIdle();
  registerWorkerLater();
};
// Never rejects: English remains if a translation cannot be loaded. The promise is not awaited at the top
// level, because that would add 0.5 KB to each page.
const texts = installCatalog(catalog);
if (hasStorage()) {
  watchErrors();
  preloadForPath(location.pathname);
  const page = firstPageOf({
    path: location.pathname,
    signedIn: tokenStore.get() !== undefined,
    providers: signInProviders().length > 0,
  });
  const form =
    page === 'sign-in' || page === 'sign-in-providers'
      ? LoginPage.preload().catch(() => undefined)
      : undefined;
  void Promise.all([texts, form]).then(start);
} else
  void Promise.all([import('./storage-blocked.tsx'), texts]).then(([{ StorageBlocked }]) =>
    createRoot(root).render(
      <TextsProvider>
        <StorageBlocked />
      </TextsProvider>,
    ),
  );
