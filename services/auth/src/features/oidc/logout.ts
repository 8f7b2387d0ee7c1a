import { hashSecret, invalid, temporarilyUnavailable } from '@qr-attendance/server';
import express, { type Request, type Response } from 'express';
import { buildEndSessionUrl } from 'openid-client';
import { z } from 'zod/mini';
import type { ProviderSessions } from '../../core/identities/provider-sessions.ts';
import type { Providers } from '../../core/identities/providers.ts';
import type { RefreshTokens } from '../../core/tokens/refresh-tokens.ts';
import type { RefreshCredentials } from '../../core/tokens/tokens.ts';
import { addressesOf } from './provider-addresses.ts';
import type { ProviderClient, ProviderClients } from './provider-clients.ts';
import { ProviderError } from './rules/classify-error.ts';
import { verifyToken } from './verify-token.ts';

export interface LogoutDeps {
  providers: Providers;
  providerClients: ProviderClients;
  providerSessions: ProviderSessions;
  refreshTokens: Pick<RefreshTokens, 'find' | 'removeFamily'>;
  publicOrigins: string[];
}

const LOGOUT = 'http://schemas.openid.net/event/backchannel-logout';
const MAX_TOKEN_AGE = '5 minutes';
const parseForm = express.urlencoded({ extended: false, limit: '32kb' });
const formSchema = z.object({ logout_token: z.string() });

/**
 * OpenID Connect Back-Channel Logout 1.0, section 2.4. A logout token must not have a nonce, so that it differs from an
 * ID token.
 */
const claimsSchema = z
  .object({
    sub: z.optional(z.string()),
    sid: z.optional(z.string()),
    nonce: z.optional(z.never()),
    events: z.object({ [LOGOUT]: z.object({}) }),
  })
  .check(z.refine(({ sub, sid }) => sub !== undefined || sid !== undefined));

const logoutTokenInvalidError = () => invalid('logout_token_invalid', 'This logout token is invalid.');

export const readLogoutToken = async (request: Request, response: Response): Promise<string> => {
  await new Promise<void>((resolve, reject) => {
    parseForm(request, response, (error?: unknown) =>
      error ? reject(logoutTokenInvalidError()) : resolve(),
    );
  });
  const form = formSchema.safeParse(request.body);
  if (!form.success) throw logoutTokenInvalidError();
  return form.data.logout_token;
};

/** The provider's signature on the token authenticates the request. A repeated request changes nothing. */
export const logOutByProvider = async (
  { providers, providerClients, providerSessions }: LogoutDeps,
  providerId: string,
  token: string,
): Promise<void> => {
  const provider = await providers.find(providerId);
  if (!provider) throw logoutTokenInvalidError();
  try {
    const verify = async (client: ProviderClient) => {
      const payload = await verifyToken(client, token, { maxTokenAge: MAX_TOKEN_AGE });
      return { issuer: client.issuer, claims: claimsSchema.safeParse(payload).data };
    };
    const { issuer, claims } = await providerClients.use(provider, verify, { waits: false });
    if (!claims) throw logoutTokenInvalidError();
    await providerSessions.end(providerId, { issuer, subject: claims.sub, sid: claims.sid });
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    // Returns 503 for temporary failures, after which the provider can send the token again.
    throw error.code === 'provider_invalid' ? logoutTokenInvalidError() : temporarilyUnavailable();
  }
};

/**
 * Signs out of this product, even if the provider is unavailable.
 * @returns the URL that ends the session at the provider, if it offers one
 */
export const logOutWithProvider = async (
  { providers, providerClients, providerSessions, refreshTokens, publicOrigins }: LogoutDeps,
  credentials: RefreshCredentials | undefined,
): Promise<string | null> => {
  const stored = credentials ? await refreshTokens.find(hashSecret(credentials.token)) : null;
  if (!stored) return null;
  const providerId = await providerSessions.findProviderOf(stored);
  await refreshTokens.removeFamily(stored);
  const provider = providerId === undefined ? undefined : await providers.find(providerId);
  if (!provider) return null;
  try {
    return await providerClients.use(provider, async ({ configuration }) => {
      if (configuration.serverMetadata().end_session_endpoint === undefined) return null;
      const { postLogoutRedirectUri } = addressesOf(publicOrigins, provider.id);
      return buildEndSessionUrl(configuration, { post_logout_redirect_uri: postLogoutRedirectUri }).href;
    });
  } catch (error) {
    if (error instanceof ProviderError) return null;
    throw error;
  }
};
