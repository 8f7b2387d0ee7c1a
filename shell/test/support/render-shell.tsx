import { installCatalog, TextsProvider } from '@qr-attendance/web-kit';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, parsePath, useLocation } from 'react-router';
import { IdentityProvider } from '../../src/identity/identity-provider.tsx';
import { catalog } from '../../src/texts/index.ts';

const Location = () => {
  const { pathname, search, hash } = useLocation();
  return <output aria-label="address">{pathname + search + hash}</output>;
};

export const renderShell = (routes: ReactNode, path: string, state?: unknown) => {
  installCatalog(catalog);
  return render(
    <MemoryRouter initialEntries={[{ ...parsePath(path), state }]}>
      <TextsProvider>
        <IdentityProvider>{routes}</IdentityProvider>
      </TextsProvider>
      <Location />
    </MemoryRouter>,
  );
};
