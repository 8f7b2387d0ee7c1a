import { defense, defenseWithin } from './defense.ts';

const caller = () => import('../../../../packages/server/src/identity/caller.ts');
const server = () => import('../../../../packages/server/src/http/server.ts');
const freshProof = () => import('../../../../packages/server/src/identity/fresh-proof.ts');
const createOnce = () => import('../../../../packages/server/src/db/create-once.ts');
const termsOfRoles = () => import('../../../../packages/contracts/src/access/terms-of-roles.ts');

/** What a signed text says, whoever signed it. */
export const readUnverified = (token: string): unknown =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

export const suspension = defenseWithin(
  'suspended people’s tokens are refused',
  caller,
  'createAuthorize',
  (create, isOff) => (options) => {
    const { suspensions } = options;
    if (!suspensions) return create(options);
    const isSuspended = (id: string) => !isOff() && suspensions.isSuspended(id);
    return create({ ...options, suspensions: { ...suspensions, isSuspended } });
  },
);
export const signOut = defenseWithin(
  'tokens from before a sign-out everywhere are refused',
  caller,
  'createAuthorize',
  (create, isOff) => (options) => {
    const { suspensions } = options;
    if (!suspensions) return create(options);
    const isSignedOut: typeof suspensions.isSignedOut = (claims) => !isOff() && suspensions.isSignedOut(claims);
    return create({ ...options, suspensions: { ...suspensions, isSignedOut } });
  },
);
export const internalToken = defenseWithin(
  'internal routes ask for the services’ own token',
  caller,
  'createAuthorize',
  (create, isOff) => (options) => {
    const authorize = create(options);
    return (request, route) =>
      isOff() && route.access === 'internal' ? undefined : authorize(request, route);
  },
);
export const tokenSignature = defense(
  'the kind of a token alone says by which algorithm and key it is verified',
  () => import('../../../../packages/server/src/identity/signed-tokens.ts'),
  'verifyToken',
  (_original, _kind, _keys, claims, token) => claims.safeParse(readUnverified(token)).data,
);
export const rejectedTokens = defenseWithin(
  'a token that a service rejected no longer spends what its person may do',
  () => import('../../../../packages/server/src/identity/rejected-tokens.ts'),
  'createRejectedTokens',
  (create, isOff) => () => {
    const tokens = create();
    return { ...tokens, has: (holder) => !isOff() && tokens.has(holder) };
  },
);
const NEEDS_PROOF = 'what protects marks is changed by a sign-in with a recent proof';
const byContract = defense(NEEDS_PROOF, freshProof, 'requireProofOf', () => undefined);
const byHandler = defense(NEEDS_PROOF, freshProof, 'requireFreshProof', () => undefined);
export const needsProof = [byContract, byHandler];

/** While it is off, a signed-in teacher may do everything in every course. */
export const roleAllows = defense(
  'what staff may do is decided by their role',
  () => import('../../../../packages/server/src/identity/require-can.ts'),
  'requireCan',
  (original, actor, action, scope, what, now) => {
    if (!scope) original(actor, action, scope, what, now);
  },
);
export const currentRoles = defense(
  'a role counts on its days alone',
  termsOfRoles,
  'isCurrent',
  (original, terms, now) => original({ ...terms, until: undefined }, now),
);
export const ownSections = defense(
  'an assistant of sections sees nothing of the others',
  termsOfRoles,
  'limitOf',
  () => undefined,
);
export const holdsOnly = defense(
  'a substitute for sections does what their assistant may do',
  termsOfRoles,
  'inSections',
  (_original, member) => member,
);

export const signedByDevice = defense(
  'a body counts for the key that signed it, byte for byte',
  () => import('../../../../packages/server/src/identity/device-signature.ts'),
  'isSignedByDevice',
  () => true,
);
export const provenScan = defense(
  'a scan counts for the key that signed it',
  () => import('../../../../packages/server/src/identity/device-signature.ts'),
  'readScanProof',
  (original, request) => {
    const proof = original(request);
    if (proof !== 'wrong') return proof;
    return readUnverified(`.${request.get('x-scan-proof')}`) as Exclude<typeof proof, 'wrong'>;
  },
);

/** While it is off, unknown fields reach the use cases. */
export const namedFieldsOnly = defense(
  'schemas let nothing through that they don’t name',
  () => import('../../../../packages/server/src/http/validation.ts'),
  'parsePart',
  (original, part, schema, value) => {
    const parsed = original(part, schema, value);
    return part === 'body' ? { ...(value as object), ...(parsed as object) } : parsed;
  },
);
export const noDisguise = defenseWithin(
  'names have no invisible and no direction-changing characters',
  () => import('../../../../packages/contracts/src/disguise.ts'),
  'withoutDisguise',
  (create, isOff) => () => {
    const check = create();
    const { check: judge } = check._zod;
    check._zod.check = (payload) => (isOff() ? undefined : judge(payload));
    return check;
  },
);
export const shortMessages = defenseWithin(
  'messages of client telemetry are short',
  () => import('../../../../packages/contracts/src/telemetry/clean-message.ts'),
  'shortMessage',
  (create, isOff) => () => {
    const check = create();
    const { check: judge } = check._zod;
    check._zod.check = (payload) => (isOff() ? undefined : judge(payload));
    return check;
  },
);
export const importFormulas = defense(
  'formulas in the errors of an import are defused',
  () => import('../../../../packages/contracts/src/csv-formulas.ts'),
  'defuseFormulas',
  (_original, text) => text.replace(/^(?=[=+\-@])/, "'"),
);

export const arrival = defenseWithin(
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
  'a request whose length is given in two ways is refused',
  server,
  'listen',
  (listen, isOff) => async (listener, options) => {
    const opened = await listen(listener, options);
    Object.defineProperty(opened.server, 'insecureHTTPParser', { get: () => isOff() || undefined });
    return opened;
  },
);
export const sizeInside = defenseWithin(
  'a body may not be larger than a mark with its selfie',
  () => import('../../../../packages/server/src/http/raw-body.ts'),
  'readJson',
  (create, isOff) => (limit) => {
    const [small, large] = [create(limit), create('100mb')];
    return (request, response, next) => (isOff() ? large : small)(request, response, next);
  },
);
export const sampledLines = defenseWithin(
  'of lines that requests can cause a sample is logged',
  () => import('../../../../packages/server/src/http/sample-log.ts'),
  'sampleLog',
  (create, isOff) =>
    (...given) => {
      const sample = create(...given);
      return (kind) => isOff() || sample(kind);
    },
);
export const fairQueues = defenseWithin(
  'queues are short, and a person has few pieces of work in one',
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

type CreateOnce = typeof import('../../../../packages/server/src/db/create-once.ts').createIdempotentCreate;
type Find = ReturnType<CreateOnce>['find'];
/** While it is off, documents are found in another way. */
const byFind = (name: string, find: (model: Parameters<CreateOnce>[0], original: Find) => Find) =>
  defenseWithin(name, createOnce, 'createIdempotentCreate', (create, isOff) => {
    const wrapped = (...given: Parameters<CreateOnce>) => {
      const once = create(...given);
      const other = find(given[0], once.find);
      return { ...once, find: (...asked: Parameters<Find>) => (isOff() ? other : once.find)(...asked) };
    };
    return wrapped as CreateOnce;
  });
export const keysOfOnePerson = byFind(
  'idempotency keys count for one person alone',
  (model, find) => async (teacherId, request) => {
    const holder = await model.findOne({ 'createdBy.key': request.key });
    return find(holder?.teacherId ?? teacherId, request);
  },
);
export const sameRequest = byFind(
  'an idempotency key stands for one request',
  (model, find) => async (teacherId, request) => {
    const before = await model.findOne({ teacherId, 'createdBy.key': request.key });
    return find(teacherId, before?.createdBy ?? request);
  },
);
