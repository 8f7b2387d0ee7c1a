import { defense, defenseWithin } from './defense.ts';

const caller = () => import('../../../../packages/server/src/identity/caller.ts');
const freshProof = () => import('../../../../packages/server/src/identity/fresh-proof.ts');
const termsOfRoles = () => import('../../../../packages/contracts/src/permissions/limits-of-roles.ts');
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
    const isSignedOut: typeof suspensions.isSignedOut = (claims) =>
      !isOff() && suspensions.isSignedOut(claims);
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
/** While the defense is off, a signed-in teacher may do everything in every course. */
export const roleAllows = defense(
  'what staff may do is decided by their role',
  () => import('../../../../packages/server/src/permissions/require-can.ts'),
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
/** While the defense is off, unknown fields reach the use cases. */
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
  'undisguisedText',
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
