import { z } from 'zod/mini';
import { historyRootSchema } from '../attendance/history-tree-schemas.ts';
import { defineRepublishRoute } from '../republish.ts';
import { textSchema, userIdSchema } from '../common.ts';
import { userChangedSchema } from '../events/auth.ts';
import { defineRoute } from '../route.ts';
import { passkeyCreationOptionsSchema, passkeyRegistrationSchema } from '../webauthn.ts';
import {
  passkeySchema,
  pinVerifierSchema,
  profileSchema,
  proofNameSchema,
  studentSecuritySchema,
  userSchema,
} from './schemas.ts';
import { credentialsSchema, emailSchema, mailedTokenSchema, registrationSchema } from './account-schemas.ts';

const signedInSchema = z.object({ token: z.string(), user: userSchema, profile: profileSchema });
const service = 'auth' as const;

export const register = defineRoute({
  service,
  method: 'post',
  path: '/api/auth/register',
  summary: 'Register a teacher or a student',
  access: 'anyone',
  refusals: [403],
  body: registrationSchema,
  status: 201,
  answer: signedInSchema,
});
export const login = defineRoute({
  service,
  method: 'post',
  path: '/api/auth/login',
  summary: 'Sign in',
  access: 'anyone',
  refusals: [401, 403],
  body: credentialsSchema,
  answer: signedInSchema,
});
/**
 * The same answer whether or not there is such an account. The mail has a link, and a code for the browser that
 * asked; to an address that is not verified a link to choose a new password is sent instead.
 */
export const askForSignInLink = defineRoute({
  service,
  method: 'post',
  path: '/api/auth/sign-in-link',
  summary: 'Have a link to sign in without the password sent by mail',
  access: 'anyone',
  body: z.object({ email: emailSchema }),
  status: 204,
  answer: z.undefined(),
});
/** Valid once, for 15 minutes; the code only in the browser that asked for it. */
export const redeemSignInLink = defineRoute({
  service,
  method: 'post',
  path: '/api/auth/sign-in-link/redeem',
  summary: 'Sign in by the link or the code that was mailed',
  access: 'anyone',
  refusals: [403],
  body: z.union([
    z.object({ token: mailedTokenSchema }),
    z.object({ code: z.string().check(z.minLength(1, 'is required'), z.maxLength(40)) }),
  ]),
  answer: signedInSchema,
});
/** Needs the refresh cookie and the header `X-Requested-With: qr-attendance`, which a foreign page cannot send. */
export const refreshToken = defineRoute({
  service,
  method: 'post',
  path: '/api/auth/refresh',
  summary: 'Exchange the refresh cookie for a new access token',
  access: 'anyone',
  refusals: [401, 403],
  answer: z.object({ token: z.string() }),
});
/** Below the refresh path because the cookie is sent there alone; needs the same header. */
export const logout = defineRoute({
  service,
  method: 'post',
  path: '/api/auth/refresh/revoke',
  summary: 'Sign out: revoke the refresh token',
  access: 'anyone',
  refusals: [403],
  status: 204,
  answer: z.undefined(),
});
export const getMe = defineRoute({
  service,
  method: 'get',
  path: '/api/auth/me',
  summary: 'The signed-in user and profile',
  access: 'signed-in',
  answer: z.object({ user: userSchema, profile: profileSchema }),
});

/** The challenge is 32 random bytes, good for 60 s and for one answer. */
export const startPasskeyRegistration = defineRoute({
  service,
  method: 'post',
  path: '/api/auth/passkeys/registration-options',
  summary: 'Begin to enrol a passkey: the options that the browser needs',
  access: 'student',
  answer: passkeyCreationOptionsSchema,
});
export const addPasskey = defineRoute({
  service,
  method: 'post',
  path: '/api/auth/passkeys',
  summary: 'Enrol the passkey that the browser made; answers all my passkeys',
  access: 'student',
  body: z.object({ name: textSchema(50), credential: passkeyRegistrationSchema }),
  status: 201,
  answer: z.array(passkeySchema),
});
export const removePasskey = defineRoute({
  service,
  method: 'delete',
  path: '/api/auth/passkeys/:id',
  summary: 'Remove one of my passkeys; answers those left',
  access: 'student',
  params: z.object({ id: z.uuid() }),
  answer: z.array(passkeySchema),
});

const userParams = z.object({ id: userIdSchema });
export const getUserInternal = defineRoute({
  service,
  method: 'get',
  path: '/internal/users/:id',
  summary: 'A user as other services know it',
  access: 'internal',
  params: userParams,
  answer: userChangedSchema,
});
export const getStudentSecurityInternal = defineRoute({
  service,
  method: 'get',
  path: '/internal/students/:id/security',
  summary: 'What is needed to check a mark of this student',
  access: 'internal',
  params: userParams,
  answer: studentSecuritySchema,
});
/** Emails the auditor, if there is one, a root of the tree of all marks' history. */
export const emailHistoryRootInternal = defineRoute({
  service,
  method: 'post',
  path: '/internal/history-roots',
  summary: 'Email the auditor a root of the history of marks',
  access: 'internal',
  query: historyRootSchema,
  /** Not where there is no auditor. */
  answer: z.object({ queued: z.boolean() }),
});
/** Who confirmed it, and the line about that, is the caller's to keep. A repeat changes nothing. */
export const confirmProofInternal = defineRoute({
  service,
  method: 'post',
  path: '/internal/students/:id/proofs/:kind/:proofId/confirm',
  summary: 'Let a device or passkey of a student count at once',
  access: 'internal',
  params: z.object({
    id: userIdSchema,
    kind: proofNameSchema.shape.kind,
    proofId: proofNameSchema.shape.id,
  }),
  answer: studentSecuritySchema,
});
/** After the pepper was changed, by who has seen the right PIN. Changes nothing where the PIN is another by now. */
export const renewPinVerifierInternal = defineRoute({
  service,
  method: 'post',
  path: '/internal/students/:id/pin-verifier/renew',
  summary: 'Replace what a PIN is checked by with the same under the current pepper',
  access: 'internal',
  params: userParams,
  body: z.object({ from: pinVerifierSchema, to: pinVerifierSchema }),
  answer: z.object({ renewed: z.boolean() }),
});
export const announce = defineRepublishRoute(service);
