import type { RouteContract } from '@qr-attendance/contracts';
import { NotifyProvider } from '@qr-attendance/ui-kit';
import type { ApiClient, Host } from '@qr-attendance/web-kit';
import { renderRemote } from '@qr-attendance/web-kit/testing';
import { configure } from '@testing-library/react';
import type { ReactNode } from 'react';
import { catalogue } from '../src/messages/index.ts';

// antd's forms and dialogs take jsdom a while on a busy machine.
configure({ asyncUtilTimeout: 4_000 });

export interface Asked {
  route: RouteContract;
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
  idempotencyKey?: string;
}
type Answers = (asked: Asked) => unknown;

/** What the shell lends, with a server that answers as `answers` says and keeps what it was asked. */
export const makeHost = (answers: Answers) => {
  const asked: Asked[] = [];
  const ask = async (route: RouteContract, request: object = {}) => {
    const one = { route, ...request } as Asked;
    asked.push(one);
    return answers(one);
  };
  const api = {
    call: ask,
    page: async (route: RouteContract, request: object) => ({ items: await ask(route, request) }),
    file: ask,
    async *stream() {},
  } as unknown as ApiClient;
  return { asked, host: { api, identity: {} } as Host };
};

/** Renders a part of the teacher's area at a path below it. */
export const renderTeacher = (children: ReactNode, host: Host, path = '') =>
  renderRemote(<NotifyProvider>{children}</NotifyProvider>, {
    catalogue,
    host,
    basePath: '/teacher',
    path: `/teacher${path}`,
  });
