import { REFEDS_MFA } from '@qr-attendance/contracts';
import * as client from 'openid-client';
import type { Claims } from '../../core/identities/rules/map-claims.ts';
import type { AttemptSecrets } from './attempts.ts';
import type { ProviderClient } from './provider-clients.ts';
import { ProviderError } from './rules/classify-error.ts';
import { verifyToken } from './verify-token.ts';

export interface ProviderIdentity {
  issuer: string;
  subject: string;
  claims: Claims;
  /** The id of the session at the provider. */
  sid: string | undefined;
  /** When the person last authenticated at the provider. */
  authenticatedAt: Date | undefined;
  /** How the person authenticated, as the signed ID token states it. */
  acr: string | undefined;
}

/** Asks for the credentials again, even if the provider knows the browser. */
const AGAIN = { prompt: 'login', max_age: '0' };

interface StartOptions {
  scopes: string;
  redirectUri: string;
  again: boolean;
  asksMfa: boolean;
}

export const buildStartUrl = async (
  { configuration }: ProviderClient,
  { scopes, redirectUri, again, asksMfa }: StartOptions,
  { state, nonce, codeVerifier }: AttemptSecrets,
): Promise<string> =>
  client.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: scopes,
    state,
    nonce,
    code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
    ...(again && AGAIN),
    ...(asksMfa && { acr_values: REFEDS_MFA }),
  }).href;

/**
 * Adds claims from the UserInfo endpoint, because many providers return names and addresses only there. Claims of the
 * signed ID token take precedence.
 */
const withUserInfo = async (
  { configuration }: ProviderClient,
  claims: Claims,
  accessToken: string,
  needed: readonly string[],
): Promise<Claims> => {
  const isComplete = needed.every((name) => name in claims);
  const endpoint = configuration.serverMetadata().userinfo_endpoint;
  if (isComplete || endpoint === undefined) return claims;
  return { ...(await client.fetchUserInfo(configuration, accessToken, String(claims['sub']))), ...claims };
};

/**
 * Exchanges the code of a callback for an identity. Verifies the state, the issuer of the response (RFC 9207), the
 * nonce and the signature.
 * @param currentUrl the configured redirect URI with the query of the request
 * @param options `maxAge` is the maximum number of seconds since the person authenticated at the provider
 */
export const exchangeCode = async (
  provider: ProviderClient,
  currentUrl: URL,
  { state, nonce, codeVerifier }: AttemptSecrets,
  { maxAge, needed }: { maxAge: number | undefined; needed: readonly string[] },
): Promise<ProviderIdentity> => {
  const tokens = await client.authorizationCodeGrant(provider.configuration, currentUrl, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: codeVerifier,
    idTokenExpected: true,
    ...(maxAge !== undefined && { maxAge }),
  });
  if (tokens.id_token === undefined) throw new ProviderError('provider_invalid', 'no ID token');
  const signed = await verifyToken(provider, tokens.id_token);
  const claims = await withUserInfo(provider, signed, tokens.access_token, needed);
  const { sub, sid, auth_time: authTime, acr } = signed;
  return {
    issuer: provider.issuer,
    subject: String(sub),
    claims,
    sid: typeof sid === 'string' ? sid : undefined,
    authenticatedAt: typeof authTime === 'number' ? new Date(authTime * 1_000) : undefined,
    acr: typeof acr === 'string' ? acr : undefined,
  };
};
