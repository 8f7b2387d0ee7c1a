import { NotifyProvider } from '@qr-attendance/ui-kit';
import { createApiClient, type Host } from '@qr-attendance/web-kit';
import { renderRemote } from '@qr-attendance/web-kit/testing';
import { configure } from '@testing-library/react';
import type { ReactNode } from 'react';
import { catalogue } from '../src/messages/index.ts';

// antd's forms and dialogs take jsdom a while on a busy machine.
configure({ asyncUtilTimeout: 15_000 });

// jsdom lays nothing out: the list of students is as tall as a screen.
Object.defineProperty(HTMLElement.prototype, 'clientHeight', {
  configurable: true,
  get(this: HTMLElement): number {
    return this.classList.contains('roster-scroll') ? 800 : 0;
  },
});

/** Renders a part of the teacher's area at a path below it, over the real API client. */
export const renderTeacher = (children: ReactNode, path = '') => {
  const api = createApiClient({ getToken: () => 'token', renew: async () => undefined });
  return renderRemote(<NotifyProvider>{children}</NotifyProvider>, {
    catalogue,
    host: { api, identity: {} } as Host,
    basePath: '/teacher',
    path: `/teacher${path}`,
  });
};
