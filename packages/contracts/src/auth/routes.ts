import { z } from 'zod/mini';
import { routesOf } from '../route.ts';
import { profileSchema, signedInSchema, userSchema } from './schemas.ts';
import { credentialsSchema, emailSchema, mailedTokenSchema, registrationSchema } from './account-schemas.ts';

const { get, post } = routesOf('auth');

export const register = post('/api/auth/register', {
  summary: 'Register a teacher or a student',
  access: 'anyone',
  grants: 'changesOwn',
  refusals: [401, 403],
  body: registrationSchema,
  status: 201,
  answer: signedInSchema,
});
/**
 * Every sign-in with a password or an emailed link returns 401 `second_factor_required` or
 * `second_factor_setup_required` if a code of an authenticator app must follow: see `finishWithSecondFactor`.
 */
export const login = post('/api/auth/login', {
  summary: 'Sign in',
  access: 'anyone',
  grants: 'changesOwn',
  refusals: [401, 403],
  body: credentialsSchema,
  answer: signedInSchema,
});
/**
 * The answer is the same with and without an account. The email contains a link, and a code for the browser
 * that requested it; an unverified address receives a link to choose a new password instead.
 */
export const askForSignInLink = post('/api/auth/sign-in-link', {
  summary: 'Email a one-time sign-in link',
  access: 'anyone',
  grants: 'changesOwn',
  body: z.object({ email: emailSchema }),
});
/** The link is valid once, for 15 minutes; the code is valid only in the browser that requested it. */
export const redeemSignInLink = post('/api/auth/sign-in-link/redeem', {
  summary: 'Sign in with an emailed link or code',
  access: 'anyone',
  grants: 'changesOwn',
  refusals: [401, 403],
  body: z.union([
    z.object({ token: mailedTokenSchema }),
    z.object({ code: z.string().check(z.minLength(1, 'is required'), z.maxLength(40)) }),
  ]),
  answer: signedInSchema,
});
/**
 * Requires the refresh cookie and the header `X-Requested-With: qr-attendance`, which cross-site pages cannot
 * send.
 */
export const refreshToken = post('/api/auth/refresh', {
  summary: 'Exchange the refresh cookie for a new access token',
  access: 'anyone',
  grants: 'changesOwn',
  refusals: [401, 403],
  answer: z.object({ token: z.string() }),
});
/** Below the refresh path, because the cookie is sent only there; requires the same header as `refreshToken`. */
export const logout = post('/api/auth/refresh/revoke', {
  summary: 'Sign out and revoke the refresh token',
  access: 'anyone',
  grants: 'changesOwn',
  refusals: [403],
});
/**
 * Has the effect of `logout`, and is below the refresh path for the same reason. `url` is null if the
 * provider has no sign-out page. This route is not in the module of the other provider routes, because every
 * page of the shell contains the sign-out.
 */
export const logOutWithProvider = post('/api/auth/refresh/revoke-with-provider', {
  summary: 'Sign out, and get the address at which the identity provider signs out too',
  access: 'anyone',
  grants: 'changesOwn',
  refusals: [403],
  answer: z.object({ url: z.nullable(z.string()) }),
});
export const getMe = get('/api/auth/me', {
  summary: 'Get the signed-in user and profile',
  access: 'signed-in',
  grants: 'reads',
  answer: z.object({ user: userSchema, profile: profileSchema }),
});
