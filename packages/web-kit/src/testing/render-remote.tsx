import { render, type RenderResult } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { RemoteProviders } from '../host-context.tsx';
import type { Catalog } from '../texts/catalog.ts';
import type { Host } from '../remote-contract.ts';

export const renderRemote = (
  children: ReactNode,
  {
    catalog,
    host,
    basePath,
    path = basePath,
  }: { catalog: Catalog; host: Host; basePath: string; path?: string },
): RenderResult =>
  render(
    <MemoryRouter initialEntries={[path]}>
      <RemoteProviders catalog={catalog} host={host} basePath={basePath}>
        {children}
      </RemoteProviders>
    </MemoryRouter>,
  );
