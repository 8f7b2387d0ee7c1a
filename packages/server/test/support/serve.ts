import type { RouteContract } from '@qr-attendance/contracts';
import type { Response as ExpressResponse } from 'express';
import { z } from 'zod';
import { closeServer, listen } from '../../src/http/server.ts';
import { createApp } from '../../src/http/app.ts';
import { createLogger } from '@qr-attendance/observability';
import { implement, implementStream } from '../../src/http/implement.ts';

const open = {
  service: 'course',
  access: 'anyone',
  grants: 'reads',
  summary: 'For a test.',
  answer: z.unknown(),
} as const;

export const serve = async (
  answers: Record<string, () => Promise<unknown>>,
  {
    maxRequests,
    streams = {},
  }: { maxRequests?: number; streams?: Record<string, (r: ExpressResponse) => void> } = {},
) => {
  const routeOf = (path: string): RouteContract => ({ ...open, method: 'get', path });
  const app = createApp({
    log: createLogger('test', 'silent'),
    authorize: () => undefined,
    ready: {},
    maxRequests,
    routes: [
      ...Object.entries(answers).map(([path, answer]) => implement(routeOf(path), answer)),
      ...Object.entries(streams).map(([path, begin]) =>
        implementStream({ ...routeOf(path), contentType: 'text/event-stream' }, ({ response }) =>
          begin(response),
        ),
      ),
    ],
  });
  const { server, port } = await listen(app, { host: '127.0.0.1', port: 0 });
  return { url: `http://127.0.0.1:${port}`, stop: () => closeServer(server, 0) };
};
