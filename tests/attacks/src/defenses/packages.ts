import { defense, defenseWithin } from './defense.ts';

const caller = () => import('../../../../packages/server/src/identity/caller.ts');
const freshProof = () => import('../../../../packages/server/src/identity/fresh-proof.ts');
const termsOfRoles = () => import('../../../../packages/contracts/src/permissions/limits-of-roles.ts');
export const readUnverified = (token: string): unknown =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
export const suspension = defenseWithin(
  'tokens of suspended people are rejected',
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
  'tokens from before a sign-out everywhere are rejected',
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
  'internal routes require the token of the services',
  caller,
  'createAuthorize',
  (create, isOff) => (options) => {
    const authorize = create(options);
    return (request, route) =>
      isOff() && route.access === 'internal' ? undefined : authorize(request, route);
  },
);
export const tokenSignature = defense(
  'only the kind of a token determines its algorithm and key',
  () => import('../../../../packages/server/src/identity/signed-tokens.ts'),
  'verifyToken',
  (_original, _kind, _keys, claims, token) => claims.safeParse(readUnverified(token)).data,
);
export const rejectedTokens = defenseWithin(
  'a token that a service has rejected no longer uses the budget of its person',
  () => import('../../../../packages/server/src/identity/rejected-tokens.ts'),
  'createRejectedTokens',
  (create, isOff) => () => {
    const tokens = create();
    return { ...tokens, has: (holder) => !isOff() && tokens.has(holder) };
  },
);
const FRESH_PROOF = 'only a sign-in with a recent proof can change what protects marks';
const byContract = defense(FRESH_PROOF, freshProof, 'requireProofOf', () => undefined);
const byHandler = defense(FRESH_PROOF, freshProof, 'requireFreshProof', () => undefined);
export const freshProofChecks = [byContract, byHandler];
/** While the defense is off, a signed-in teacher may do everything in every course. */
export const rolePermissions = defense(
  'the role determines what staff may do',
  () => import('../../../../packages/server/src/permissions/require-can.ts'),
  'requireCan',
  (original, actor, action, scope, what, now) => {
    if (!scope) original(actor, action, scope, what, now);
  },
);
export const roleDates = defense(
  'a role is valid only on its days',
  termsOfRoles,
  'isCurrent',
  (original, terms, now) => original({ ...terms, until: undefined }, now),
);
export const sectionsOfAssistant = defense(
  'an assistant of sections sees nothing of other sections',
  termsOfRoles,
  'limitOf',
  () => undefined,
);
export const sectionsOfSubstitute = defense(
  'a substitute for sections may do only what an assistant of these sections may do',
  termsOfRoles,
  'inSections',
  (_original, member) => member,
);
export const bodySignature = defense(
  'a body counts only for the key that signed it, byte for byte',
  () => import('../../../../packages/server/src/identity/device-signature.ts'),
  'isSignedByDevice',
  () => true,
);
export const scanSignature = defense(
  'a scan counts only for the key that signed it',
  () => import('../../../../packages/server/src/identity/device-signature.ts'),
  'readScanProof',
  (original, request) => {
    const proof = original(request);
    if (proof !== 'wrong') return proof;
    return readUnverified(`.${request.get('x-scan-proof')}`) as Exclude<typeof proof, 'wrong'>;
  },
);
/** While the defense is off, unknown fields reach the use cases. */
export const fieldFilter = defense(
  'schemas remove fields that they do not contain',
  () => import('../../../../packages/server/src/http/validation.ts'),
  'parsePart',
  (original, part, schema, value) => {
    const parsed = original(part, schema, value);
    return part === 'body' ? { ...(value as object), ...(parsed as object) } : parsed;
  },
);
export const nameCharacters = defenseWithin(
  'names contain no invisible or direction-changing characters',
  () => import('../../../../packages/contracts/src/disguise.ts'),
  'undisguisedText',
  (create, isOff) => () => {
    const check = create();
    const { check: judge } = check._zod;
    check._zod.check = (payload) => (isOff() ? undefined : judge(payload));
    return check;
  },
);
export const messageLengthLimit = defenseWithin(
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
export const importFormulaEscaping = defense(
  'formulas in the errors of an import are escaped',
  () => import('../../../../packages/contracts/src/csv-formulas.ts'),
  'defuseFormulas',
  (_original, text) => text.replace(/^(?=[=+\-@])/, "'"),
);
