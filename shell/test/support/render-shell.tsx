import { installCatalogue } from '@qr-attendance/web-kit';
import { configure, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, parsePath, useLocation } from 'react-router-dom';
import { IdentityProvider } from '../../src/identity/identity-provider.tsx';
import { catalogue } from '../../src/messages/index.ts';

// A busy machine is no failure.
configure({ asyncUtilTimeout: 15_000 });

const Where = () => {
  const { pathname, search, hash } = useLocation();
  return <output aria-label="address">{pathname + search + hash}</output>;
};

/** Renders routes of the shell at a path, with the real identity; the address is shown as `address`. */
export const renderShell = (routes: ReactNode, path: string, state?: unknown) => {
  installCatalogue(catalogue);
  return render(
    <MemoryRouter initialEntries={[{ ...parsePath(path), state }]}>
      <IdentityProvider>{routes}</IdentityProvider>
      <Where />
    </MemoryRouter>,
  );
};
