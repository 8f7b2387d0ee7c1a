import { defenseWithin } from './defense.ts';

const rateLimits = () => import('../../../../gateway/src/limits/rate-limits.ts');
const judgedAnswers = () => import('../../../../gateway/src/limits/judged-answers.ts');
const readBody = () => import('../../../../gateway/src/limits/read-body.ts');
type RequestHandler = ReturnType<Awaited<ReturnType<typeof readBody>>['readBody']>;
const either =
  (isOff: () => boolean, strict: RequestHandler, off: RequestHandler): RequestHandler =>
  (request, response, next) =>
    (isOff() ? off : strict)(request, response, next);
type Config = Parameters<Awaited<ReturnType<typeof rateLimits>>['rateLimits']>[0];
/** While the defense is off, this limit of a client is never reached. */
const withLimit = (name: string, change: Partial<Config>) =>
  defenseWithin(
    name,
    rateLimits,
    'rateLimits',
    (create, isOff) => (config, counters) =>
      either(isOff, create(config, counters), create({ ...config, ...change }, counters)),
  );
const NO_LIMIT = 1_000_000_000;
export const requestsOfClient = withLimit('one client has so many requests a minute and no more', {
  RATE_LIMIT_CLIENT: NO_LIMIT,
});
export const telemetryOfAddress = withLimit('an address sends so much client telemetry and no more', {
  RATE_LIMIT_TELEMETRY: NO_LIMIT,
});
export const turns = defenseWithin(
  'beyond a limit of an address requests wait for their turn',
  () => import('../../../../gateway/src/limits/turn-queue.ts'),
  'createTurnQueue',
  (create, isOff) =>
    (...given) => {
      const { wait } = create(...given);
      return { wait: async (key, response) => (isOff() ? 'rejected' : wait(key, response)) };
    },
);
const areCodes = ({ refusal: [code] }: { refusal: [code: string, error: string] }) =>
  code === 'too_many_codes';
export const judgedBySession = defenseWithin(
  'only answers of the session service count as wrong codes',
  judgedAnswers,
  'limitJudgedAnswers',
  (limit, isOff) => (options) =>
    limit({
      ...options,
      isCounted: (response) =>
        options.isCounted(response) ||
        (isOff() && areCodes(options) && [403, 404].includes(response.statusCode)),
    }),
);
export const codesByPerson = defenseWithin(
  'wrong codes of people who have signed in count by person',
  judgedAnswers,
  'limitJudgedAnswers',
  (limit, isOff) => (options) =>
    limit({
      ...options,
      concerns: (client) =>
        options.concerns(client) || (isOff() && areCodes(options) && client.kind === 'scan'),
    }),
);
export const onlyJudged = defenseWithin(
  'only a password that was judged as wrong counts',
  judgedAnswers,
  'limitJudgedAnswers',
  (limit, isOff) => (options) =>
    limit({
      ...options,
      isCounted: (response) => (isOff() ? response.statusCode === 400 : options.isCounted(response)),
    }),
);
export const arrivalRate = defenseWithin(
  'a body must arrive at a rate',
  () => import('../../../../gateway/src/limits/open-bodies.ts'),
  'createOpenBodies',
  (create, isOff) => (limits, metrics) =>
    create(
      {
        ...limits,
        get graceMs() {
          return isOff() ? Infinity : limits.graceMs;
        },
      },
      metrics,
    ),
);
export const sizeAtTheDoor = defenseWithin(
  'a body may not be larger than a mark with its selfie',
  readBody,
  'readBody',
  (create, isOff) => (limit, bodies) => either(isOff, create(limit, bodies), create('100mb', bodies)),
);
/** While the defense is off, requests take slots of the process before their bodies are read. */
export const slotsAfterBodies = defenseWithin(
  'a request takes a slot when its body is there',
  readBody,
  'readBody',
  (create, isOff) =>
    (...given) => {
      const read = create(...given);
      let taken = 0;
      return either(isOff, read, (request, response, next) => {
        if (taken >= Number(process.env['MAX_REQUESTS'])) {
          response.status(503).end();
          return;
        }
        taken += 1;
        response.once('close', () => (taken -= 1));
        return read(request, response, next);
      });
    },
);
export const streamsOfAddress = defenseWithin(
  'one address has so many event streams and no more',
  () => import('../../../../gateway/src/limits/at-once.ts'),
  'limitStreams',
  (create, isOff) =>
    (...given) =>
      either(isOff, create(...given), (_request, _response, next) => next()),
);
