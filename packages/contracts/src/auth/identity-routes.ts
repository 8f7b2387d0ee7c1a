import { z } from 'zod/mini';
import { routesOf } from '../route.ts';
import {
  linkedIdentitySchema,
  providerIdSchema,
  providerRedirectSchema,
  returnToSchema,
  signInProviderSchema,
} from './provider-schemas.ts';

const { get, post, remove } = routesOf('auth');
/**
 * Accepts any string, because the browser navigates here, and an unknown provider must end in a redirect like other
 * failures.
 */
const providerParams = z.object({ provider: z.string() });

/** The list is empty if the institution has no active provider. */
export const listSignInProviders = get('/api/auth/providers', {
  summary: 'List the identity providers on the sign-in page',
  access: 'anyone',
  grants: 'reads',
  answer: z.array(signInProviderSchema),
});
/**
 * Redirects to the provider, and binds the attempt to this browser by a cookie. Failures redirect to
 * `/login#error=<code>&provider=<id>&returnTo=<path>`.
 */
export const startProviderSignIn = get('/api/auth/oidc/:provider/start', {
  summary: 'Redirect to an identity provider to sign in',
  access: 'anyone',
  grants: 'changesOwn',
  params: providerParams,
  query: z.object({ returnTo: z.optional(z.string()) }),
  status: 303,
  answer: z.undefined(),
});
/**
 * Sets the refresh cookie and redirects to `/signed-in#returnTo=<path>`, which renews the access token. If the sign-in
 * lacks a second factor, redirects to the provider again, or to `/login#challenge=<json>&returnTo=<path>` with the code
 * and details with which a password would be refused. After linking, re-authenticating or a test, redirects to the page
 * where that began. The provider determines the query.
 */
export const finishProviderSignIn = get('/api/auth/oidc/:provider/callback', {
  summary: 'Finish what was begun at an identity provider, and redirect to a page',
  access: 'anyone',
  grants: 'changesOwn',
  params: providerParams,
  status: 303,
  answer: z.undefined(),
});
/** OpenID Connect Back-Channel Logout 1.0: the body is a form with a `logout_token`. */
export const logOutByProvider = post('/api/auth/oidc/:provider/back-channel-logout', {
  summary: 'End the sign-ins that began with a session of an identity provider',
  access: 'anyone',
  grants: 'changesOwn',
  params: providerParams,
});
export const listMyIdentities = get('/api/auth/identities', {
  summary: 'List the external identities with which I sign in',
  access: 'signed-in',
  grants: 'reads',
  answer: z.array(linkedIdentitySchema),
});
/** The identity is linked at the callback, which sends the email and redirects to `/account#linked=<provider>` or `/account#error=<code>`. */
export const linkIdentity = post('/api/auth/identities', {
  summary: 'Begin to link an identity of a provider to my account',
  access: 'signed-in',
  grants: 'outlivesSession',
  proof: 'fresh',
  tells: { nobody: 'nothing is linked until the provider leads back' },
  body: z.object({ provider: providerIdSchema }),
  answer: providerRedirectSchema,
});
export const unlinkIdentity = remove('/api/auth/identities/:id', {
  summary: 'Unlink an external identity; returns the remaining ones',
  access: 'signed-in',
  grants: 'destroys',
  proof: 'fresh',
  tells: ['identity_unlinked'],
  params: z.object({ id: z.uuid() }),
  answer: z.array(linkedIdentitySchema),
});
/**
 * The provider asks for the credentials again, and staff for a second factor if the provider can state one. The
 * callback redirects to `returnTo` with `#proof=fresh` or `#error=<code>`; the next renewal gets an access token with
 * the proof.
 */
export const proveByProvider = post('/api/auth/identities/proof', {
  summary: 'Begin to re-authenticate at an identity provider that is linked to my account',
  access: 'signed-in',
  grants: 'changesOwn',
  body: z.object({ provider: providerIdSchema, returnTo: returnToSchema }),
  answer: providerRedirectSchema,
});
