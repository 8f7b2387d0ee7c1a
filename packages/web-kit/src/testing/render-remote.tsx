import { render, type RenderResult } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { RemoteProviders } from '../host-context.tsx';
import type { Catalogue } from '../messages/catalogue.ts';
import type { Host } from '../remote-contract.ts';

/** Renders part of a remote with its texts, a host and a router at `path`. */
export const renderRemote = (
  children: ReactNode,
  {
    catalogue,
    host,
    basePath,
    path = basePath,
  }: { catalogue: Catalogue; host: Host; basePath: string; path?: string },
): RenderResult =>
  render(
    <MemoryRouter initialEntries={[path]}>
      <RemoteProviders catalogue={catalogue} host={host} basePath={basePath}>
        {children}
      </RemoteProviders>
    </MemoryRouter>,
  );
