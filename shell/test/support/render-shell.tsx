import { installCatalogue } from '@qr-attendance/web-kit';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { IdentityProvider } from '../../src/identity/identity-provider.tsx';
import { catalogue } from '../../src/messages/index.ts';

const Where = () => {
  const { pathname, search } = useLocation();
  return <output aria-label="address">{pathname + search}</output>;
};

/** Renders routes of the shell at a path, with the real identity; the address is shown as `address`. */
export const renderShell = (routes: ReactNode, path: string, state?: unknown) => {
  installCatalogue(catalogue);
  return render(
    <MemoryRouter initialEntries={[{ pathname: path, state }]}>
      <IdentityProvider>{routes}</IdentityProvider>
      <Where />
    </MemoryRouter>,
  );
};
