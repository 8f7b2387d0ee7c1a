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
export const requestLimit = withLimit('the requests of a client per minute are limited', {
  RATE_LIMIT_CLIENT: NO_LIMIT,
});
export const telemetryLimit = withLimit('the client telemetry of an address is limited', {
  RATE_LIMIT_TELEMETRY: NO_LIMIT,
});
export const requestTurns = defenseWithin(
  'requests beyond the limit of an address wait for their turn',
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
export const codeVerdicts = defenseWithin(
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
export const codeLimitPerPerson = defenseWithin(
  'wrong codes of signed-in people are counted per person',
  judgedAnswers,
  'limitJudgedAnswers',
  (limit, isOff) => (options) =>
    limit({
      ...options,
      concerns: (client) =>
        options.concerns(client) || (isOff() && areCodes(options) && client.kind === 'scan'),
    }),
);
export const passwordVerdicts = defenseWithin(
  'only passwords that were compared count as wrong',
  judgedAnswers,
  'limitJudgedAnswers',
  (limit, isOff) => (options) =>
    limit({
      ...options,
      isCounted: (response) => (isOff() ? response.statusCode === 400 : options.isCounted(response)),
    }),
);
export const arrivalRate = defenseWithin(
  'a body must arrive at a minimum rate',
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
export const gatewayBodyLimit = defenseWithin(
  'a body may not be larger than a mark with its selfie',
  readBody,
  'readBody',
  (create, isOff) => (limit, bodies) => either(isOff, create(limit, bodies), create('100mb', bodies)),
);
/** While the defense is off, requests take slots of the process before their bodies are read. */
export const slotsAfterBodies = defenseWithin(
  'a request takes a slot only once its body has arrived',
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
export const streamLimitPerAddress = defenseWithin(
  'the event streams of an address are limited',
  () => import('../../../../gateway/src/limits/at-once.ts'),
  'limitStreams',
  (create, isOff) =>
    (...given) =>
      either(isOff, create(...given), (_request, _response, next) => next()),
);
