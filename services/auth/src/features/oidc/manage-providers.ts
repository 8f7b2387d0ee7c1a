import {
  type IdentityProvider,
  type IssuerCheck,
  type MappingPreview,
  REFEDS_MFA,
} from '@qr-attendance/contracts';
import { invalid, notFound } from '@qr-attendance/server';
import { decodeJwt } from 'jose';
import { ClientError } from 'openid-client';
import type { Identities } from '../../core/identities/identities.ts';
import type { ProviderChanges, Providers } from '../../core/identities/providers.ts';
import type { Provider } from '../../core/identities/rules/provider.ts';
import { type Claims, isEmailClaim, mapClaims } from '../../core/identities/rules/map-claims.ts';
import { addressesOf } from './provider-addresses.ts';
import { discover } from './provider-clients.ts';
import type { ProviderFetch } from './provider-fetch.ts';
import { classifyError } from './rules/classify-error.ts';
import { describeVerdict } from './rules/describe-verdict.ts';

export const toIdentityProvider = (
  { id, clientSecret, createdAt, ...provider }: Provider,
  identities: number,
  publicOrigins: readonly string[],
): IdentityProvider => ({
  ...provider,
  _id: id,
  hasSecret: clientSecret !== null,
  createdAt: createdAt.toISOString(),
  identities,
  ...addressesOf(publicOrigins, id),
});

export const findProvider = async (
  { providers }: { providers: Pick<Providers, 'find'> },
  id: string,
): Promise<Provider> => {
  const provider = await providers.find(id);
  if (!provider) throw notFound('Identity provider');
  return provider;
};

/** Rejects a mapping that would identify people by email address alone, and an issuer without HTTPS. */
export const refuseUnsafe = (
  { claims, issuer }: Pick<ProviderChanges, 'claims' | 'issuer'>,
  { isAllowed }: ProviderFetch,
): void => {
  if (claims && isEmailClaim(claims))
    throw invalid(
      'email_not_authoritative',
      'An email address cannot find people, because it can belong to somebody else later. Choose another attribute.',
    );
  if (issuer !== undefined && !isAllowed(issuer))
    throw invalid('issuer_insecure', 'The issuer must begin with https://.');
};

const problemOf = (error: unknown): NonNullable<IssuerCheck['problem']> => {
  const { code, detail } = classifyError(error);
  if (detail === 'insecure') return 'insecure';
  if (detail === 'no algorithm') return 'no_algorithm';
  const isOther = error instanceof ClientError && error.code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED';
  if (isOther || detail === 'other issuer') return 'other_issuer';
  return code === 'provider_unavailable' && detail === 'no answer' ? 'unreachable' : 'no_document';
};

export const checkIssuer = async (
  { fetch, publicOrigins }: { fetch: ProviderFetch; publicOrigins: string[] },
  providerId: string,
  issuer: string,
): Promise<IssuerCheck> => {
  const addresses = addressesOf(publicOrigins, providerId);
  try {
    const { configuration } = await discover({ issuer, clientId: 'unknown' }, fetch);
    const metadata = configuration.serverMetadata();
    return {
      ...addresses,
      problem: null,
      scopes: metadata.scopes_supported ?? [],
      claims: metadata.claims_supported ?? [],
      supportsLogout: metadata.end_session_endpoint !== undefined,
      supportsBackChannelLogout: metadata['backchannel_logout_supported'] === true,
      supportsMfa: metadata.acr_values_supported?.includes(REFEDS_MFA) === true,
    };
  } catch (error) {
    return {
      ...addresses,
      problem: problemOf(error),
      scopes: [],
      claims: [],
      supportsLogout: false,
      supportsBackChannelLogout: false,
      supportsMfa: false,
    };
  }
};

/** Reads a pasted token or its JSON. The signature is not verified, because the claims are only displayed. */
const readPasted = (pasted: string): Claims => {
  const text = pasted.trim();
  try {
    const claims: unknown = text.startsWith('{') ? JSON.parse(text) : decodeJwt(text);
    if (typeof claims === 'object' && claims !== null && !Array.isArray(claims)) return claims as Claims;
  } catch {
    // Falls through to the error below.
  }
  throw invalid('token_unreadable', 'This is neither a token nor the JSON of one.');
};

export const previewPastedClaims = async (
  { identities }: { identities: Identities },
  provider: Provider,
  pasted: string,
): Promise<MappingPreview> => {
  const claims = readPasted(pasted);
  const stated = mapClaims(claims, provider.claims, provider.roleValues);
  const issuer = typeof claims['iss'] === 'string' ? claims['iss'] : provider.issuer;
  const subject = { issuer, subject: String(claims['sub'] ?? '') };
  const verdict = await identities.preview({ provider, subject, stated });
  return describeVerdict(claims, stated, verdict);
};
