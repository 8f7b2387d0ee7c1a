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
): RenderResult & { changeHost: (host: Host) => void } => {
  const tree = (current: Host) => (
    <MemoryRouter initialEntries={[path]}>
      <RemoteProviders catalog={catalog} host={current} basePath={basePath}>
        {children}
      </RemoteProviders>
    </MemoryRouter>
  );
  const rendered = render(tree(host));
  return { ...rendered, changeHost: (changed) => rendered.rerender(tree(changed)) };
};
