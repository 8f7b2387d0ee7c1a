import { AppTheme } from '@qr-attendance/ui-kit';
import { cspNonce, installCatalogue } from '@qr-attendance/web-kit';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { App } from './app.tsx';
import { IdentityProvider } from './identity/identity-provider.tsx';
import { catalogue } from './messages/index.ts';
import './page.css';
import './pages/pages.css';

const nonce = cspNonce();
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
// A translation that can't be fetched leaves English, so this always comes.
await installCatalogue(catalogue);
createRoot(root).render(
  <StrictMode>
    <AppTheme {...(nonce ? { nonce } : {})}>
      <BrowserRouter>
        <IdentityProvider>
          <App />
        </IdentityProvider>
      </BrowserRouter>
    </AppTheme>
  </StrictMode>,
);
