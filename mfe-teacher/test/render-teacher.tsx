import { askForProof } from '@qr-attendance/ui-kit/ask-for-proof';
import { NotifyProvider } from '@qr-attendance/ui-kit';
import { createApiClient, type ApiClient, type Host } from '@qr-attendance/web-kit';
import { renderRemote } from '@qr-attendance/web-kit/testing';
import type { ReactNode } from 'react';
import { catalog } from '../src/texts/index.ts';

// jsdom has no layout, so the list gets the height of a screen.
Object.defineProperty(HTMLElement.prototype, 'clientHeight', {
  configurable: true,
  get(this: HTMLElement): number {
    return this.classList.contains('roster-scroll') ? 800 : 0;
  },
});

/** `renew` is called when a request is answered with 401. */
export const renderTeacher = (
  children: ReactNode,
  path = '',
  identity: Partial<Host['identity']> = {},
  renew: () => Promise<string | undefined> = async () => undefined,
) => {
  const api: ApiClient = createApiClient({
    getToken: () => 'token',
    renew,
    prove: async (route) =>
      (await askForProof({ api, route, prover: { email: 'ada@campus.example', hasPasskey: false } })) !==
      undefined,
  });
  return renderRemote(<NotifyProvider>{children}</NotifyProvider>, {
    catalog,
    host: { api, identity } as Host,
    basePath: '/teacher',
    path: `/teacher${path}`,
  });
};
