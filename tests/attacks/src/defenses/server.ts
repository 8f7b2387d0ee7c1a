import { defenseWithin } from './defense.ts';

const server = () => import('../../../../packages/server/src/http/server.ts');
const createOnce = () => import('../../../../packages/server/src/db/create-once.ts');
export const arrivalDeadline = defenseWithin(
  'a request must arrive in time',
  server,
  'listen',
  (listen, isOff) => async (listener, options) => {
    const opened = await listen(listener, options);
    const { requestTimeout } = opened.server;
    const timeout = { get: () => (isOff() ? 0 : requestTimeout) };
    Object.defineProperty(opened.server, 'requestTimeout', timeout);
    return opened;
  },
);
export const strictParser = defenseWithin(
  'a request with two different lengths is rejected',
  server,
  'listen',
  (listen, isOff) => async (listener, options) => {
    const opened = await listen(listener, options);
    Object.defineProperty(opened.server, 'insecureHTTPParser', { get: () => isOff() || undefined });
    return opened;
  },
);
export const serviceBodyLimit = defenseWithin(
  'a body may not be larger than a mark with its selfie',
  () => import('../../../../packages/server/src/http/raw-body.ts'),
  'readJson',
  (create, isOff) => (limit) => {
    const [small, large] = [create(limit), create('100mb')];
    return (request, response, next) => (isOff() ? large : small)(request, response, next);
  },
);
export const logSampling = defenseWithin(
  'only a sample of the log lines that requests can cause is written',
  () => import('../../../../packages/server/src/http/sample-log.ts'),
  'sampleLog',
  (create, isOff) =>
    (...given) => {
      const sample = create(...given);
      return (kind) => isOff() || sample(kind);
    },
);
export const fairQueues = defenseWithin(
  'queues are short, and each person has only a few tasks in a queue',
  () => import('../../../../packages/server/src/limits/fair-queue.ts'),
  'createFairQueue',
  (create, isOff) => (bounds) => {
    const strict = create(bounds);
    const { atOnce } = bounds;
    const lax = create({ atOnce, maxPerPerson: Infinity, maxWaiting: Infinity, maxWaitMs: 600_000 });
    return {
      run: (...work) => (isOff() ? lax : strict).run(...work),
      waiting: () => strict.waiting() + lax.waiting(),
    };
  },
);
type CreateOnce = Awaited<ReturnType<typeof createOnce>>['createIdempotentCreate'];
type Find = ReturnType<CreateOnce>['find'];
const byFind = (name: string, find: (model: Parameters<CreateOnce>[0], original: Find) => Find) =>
  defenseWithin(name, createOnce, 'createIdempotentCreate', (create, isOff) => {
    const createSwitched = (...[model, clock]: Parameters<CreateOnce>): ReturnType<CreateOnce> => {
      const once = (create as (...given: Parameters<CreateOnce>) => ReturnType<CreateOnce>)(model, clock);
      const other = find(model, once.find);
      return { ...once, find: (teacherId, request) => (isOff() ? other : once.find)(teacherId, request) };
    };
    // TypeScript cannot relate this function to the generic function type.
    return createSwitched as never;
  });
export const idempotencyKeyOwner = byFind(
  'an idempotency key is valid only for one person',
  (model, find) => async (teacherId, request) => {
    const holder = await model.findOne({ 'createdBy.key': request.key });
    return find(holder?.teacherId ?? teacherId, request);
  },
);
export const idempotentRequest = byFind(
  'an idempotency key is valid only for one request',
  (model, find) => async (teacherId, request) => {
    const before = await model.findOne({ teacherId, 'createdBy.key': request.key });
    return find(teacherId, before?.createdBy ?? request);
  },
);
