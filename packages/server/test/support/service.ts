import { once } from 'node:events';
import { createApp } from '../../src/http/app.ts';
import { implement, implementStream } from '../../src/http/implement.ts';
import { processConfigSchema } from '../../src/config.ts';
import { runService } from '../../src/run-service.ts';
import type { RouteContract } from '@qr-attendance/contracts';
import { z } from 'zod';

/**
 * A service without features for tests: START determines when it starts; `/slow` takes SLOW_MS, `/passed-on` answers
 * with another server's Connection header, `/things/:id` answers at once, `/live` never ends, and `close` never
 * resolves if configured.
 */
const configSchema = processConfigSchema.extend({
  START: z.enum(['at once', 'once its supervisor is gone']).default('at once'),
  SLOW_MS: z.coerce.number().default(0),
  CLOSE: z.enum(['ends', 'hangs']).default('ends'),
});
const routeOf = (path: string): RouteContract => ({
  service: 'course',
  method: 'get',
  path,
  access: 'anyone',
  grants: 'reads',
  summary: 'For a test.',
  answer: z.unknown(),
});

await runService({
  name: 'empty',
  configSchema,
  start: async ({ START, SLOW_MS, CLOSE, MAX_REQUESTS }, log, metrics) => {
    if (START !== 'at once') await once(process, 'disconnect');
    const slow = () => new Promise((resolve) => setTimeout(() => resolve('done'), SLOW_MS));
    const app = createApp({
      log,
      metrics,
      maxRequests: MAX_REQUESTS,
      authorize: () => undefined,
      ready: {},
      routes: [
        implement(routeOf('/slow'), slow),
        implement(routeOf('/quick'), () => 'done'),
        implement(routeOf('/passed-on'), ({ response }) => {
          response.setHeader('connection', 'keep-alive');
          return 'done';
        }),
        implement(routeOf('/things/:id'), () => 'thing'),
        implement(routeOf('/things/best'), () => 'best thing'),
        implementStream({ ...routeOf('/live'), contentType: 'text/event-stream' }, ({ response }) => {
          response.type('text/event-stream').flushHeaders();
        }),
      ],
    });
    return { app, close: () => (CLOSE === 'ends' ? Promise.resolve() : new Promise(() => {})) };
  },
});
