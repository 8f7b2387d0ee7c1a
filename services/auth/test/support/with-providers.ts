import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import { startServices } from '@qr-attendance/test-kit';
import { createClient } from './client.ts';
import { startIdentityProvider } from './identity-provider.ts';
import { type Browser, openBrowser, setUpProvider } from './provider-browser.ts';

/** A provider that rejects people who are not in the institution's records. */
export const UNI = 'uni';
/** A provider that creates accounts for people who are not in the institution's records. */
export const LIBRARY = 'library';

/** Starts the auth service with two active providers. */
export const startWithProviders = async (env: Record<string, string> = {}) => {
  const [services, uni, library] = await Promise.all([
    startServices(['auth'], { env: { auth: env } }),
    startIdentityProvider(),
    startIdentityProvider(),
  ]);
  const client = createClient(services);
  // Without a sign-in, which may need a second factor.
  const email = await client.createAdmin();
  const [person] = await client.query<{ id: string; sign_outs: number }>(
    'SELECT id, sign_outs FROM users WHERE email = $1',
    [email],
  );
  if (!person) throw new Error('no administrator');
  const { id: adminId, sign_outs: signOuts } = person;
  const admin = {
    token: services.tokenFor({ id: adminId, name: 'Alan Turing', userType: 'ADMIN', signOuts }),
  };
  for (const [id, provider] of Object.entries({ [UNI]: uni, [LIBRARY]: library })) {
    const { redirectUri, postLogoutRedirectUri } = await setUpProvider(client, admin.token, {
      _id: id,
      issuer: provider.issuer,
      unknownPeople: id === UNI ? 'refuse' : 'create',
    });
    // Addresses the service directly, because no gateway runs in this test.
    const backChannelLogoutUri = `${services.urls.auth}/api/auth/oidc/${id}/back-channel-logout`;
    await provider.open({ redirectUri, postLogoutRedirectUri, backChannelLogoutUri });
  }
  const meOf = async (token: string) => {
    const answer = await client.send<{
      user: { _id: string; name: string; email: string; userType: string };
    }>('GET', '/api/auth/me', { token });
    return answer.body.user;
  };
  return {
    services,
    client,
    admin,
    uni,
    library,
    open: (): Browser => openBrowser(services),
    signedInAs: async (browser: Browser) => {
      const { status, token } = await browser.renew();
      expect(status).toBe(200);
      return { token, ...(await meOf(token)) };
    },
    stop: async (): Promise<void> => {
      await Promise.all([services.stop(), uni.stop(), library.stop()]);
    },
  };
};
export type WithProviders = Awaited<ReturnType<typeof startWithProviders>>;

/** A person who has an account at the provider but is in no records of the institution. */
export const newAccount = () => {
  const key = randomUUID();
  return {
    subject: key,
    claims: { institution_id: `X-${key}`, name: 'Nora New', email: `${key}@campus.example` },
  };
};
