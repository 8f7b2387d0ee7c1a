import { z } from 'zod/mini';
import { routesOf } from '../route.ts';
import {
  identityProviderSchema,
  issuerCheckSchema,
  mappingPreviewSchema,
  newProviderSchema,
  providerChangesSchema,
  providerFailureSchema,
  providerIdSchema,
  providerRedirectSchema,
} from './provider-schemas.ts';

const { get, patch, post } = routesOf('auth');
const providerParams = z.object({ id: providerIdSchema });

export const listIdentityProviders = get('/api/auth/identity-providers', {
  summary: 'List identity providers by name',
  access: 'admin',
  grants: 'reads',
  answer: z.array(identityProviderSchema),
});
/** Reads the discovery document of the issuer, and changes nothing. */
export const checkIssuer = post('/api/auth/identity-providers/check-issuer', {
  summary: 'Check an issuer, and get the addresses to enter at the provider',
  access: 'admin',
  grants: 'changesOwn',
  body: z.object({ provider: providerIdSchema, issuer: newProviderSchema.shape.issuer }),
  answer: issuerCheckSchema,
});
/** The new provider is not active. */
export const createIdentityProvider = post('/api/auth/identity-providers', {
  summary: 'Create an identity provider',
  access: 'admin',
  grants: 'grantsPower',
  proof: 'fresh',
  tells: ['provider_changed'],
  body: newProviderSchema,
  status: 201,
  answer: identityProviderSchema,
});
/**
 * Signs nobody out. Returns 409 if another version was seen, or for another issuer of a provider with linked identities,
 * because the identities belong to the issuer.
 */
export const changeIdentityProvider = patch('/api/auth/identity-providers/:id', {
  summary: 'Change, activate or deactivate an identity provider',
  access: 'admin',
  grants: 'grantsPower',
  proof: 'fresh',
  tells: ['provider_changed'],
  params: providerParams,
  body: providerChangesSchema,
  answer: identityProviderSchema,
});
/**
 * The callback redirects to `/admin/providers/<id>#test=<test>` or `#error=<code>`. Inactive providers can be tested,
 * too. A provider that supports the REFEDS MFA Profile is asked for a second factor.
 */
export const testIdentityProvider = post('/api/auth/identity-providers/:id/tests', {
  summary: 'Begin a test sign-in that changes nothing',
  access: 'admin',
  grants: 'changesOwn',
  params: providerParams,
  answer: providerRedirectSchema,
});
/** The result is available for ten minutes to the administrator who began the test. */
export const getProviderTest = get('/api/auth/identity-providers/:id/tests/:test', {
  summary: 'Get what a test sign-in would have done',
  access: 'admin',
  grants: 'reads',
  params: z.extend(providerParams, { test: z.uuid() }),
  answer: mappingPreviewSchema,
});
/** The signature of a token is not checked. */
export const previewClaims = post('/api/auth/identity-providers/:id/preview', {
  summary: 'Preview what a sign-in with a pasted token or JSON would do',
  access: 'admin',
  grants: 'changesOwn',
  params: providerParams,
  body: z.object({ pasted: z.string().check(z.minLength(1, 'is required'), z.maxLength(20_000)) }),
  answer: mappingPreviewSchema,
});
/** Returns at most 50 failures of the last 30 days. */
export const listProviderFailures = get('/api/auth/identity-providers/:id/failures', {
  summary: 'List the last failed sign-ins through a provider, newest first',
  access: 'admin',
  grants: 'reads',
  params: providerParams,
  answer: z.array(providerFailureSchema),
});
