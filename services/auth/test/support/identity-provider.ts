import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { REFEDS_MFA } from '@qr-attendance/contracts';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { interactionPolicy, Provider } from 'oidc-provider';

export interface AccountClaims {
  institution_id?: string;
  name?: string;
  email?: string;
  email_verified?: boolean | string;
  roles?: string[];
}
/** When the provider asks for a second factor, and states that as `acr`. */
type MfaPolicy = 'never' | 'on request' | 'always';
interface RegisteredClient {
  redirectUri: string;
  postLogoutRedirectUri: string;
  backChannelLogoutUri: string;
}

export const CLIENT_ID = 'attendance';
export const CLIENT_SECRET = 'a secret of the provider';

export const createSigningKey = async (): Promise<JWK> => {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { ...(await exportJWK(privateKey)), kid: randomUUID(), alg: 'RS256', use: 'sig' };
};

export const publicPartOf = ({ kty, n, e, kid, alg, use }: JWK): JWK => ({ kty, n, e, kid, alg, use }) as JWK;

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const listen = async (handle: Handler) => {
  const server = createServer((request, response) => handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${port}`, stop };
};

/** A real OpenID provider; the test chooses who signs in. */
export const startIdentityProvider = async () => {
  let handle: Handler = (_request, response) => void response.writeHead(503).end();
  let account = '';
  let denies = false;
  let mfa: MfaPolicy = 'never';
  const accounts = new Map<string, AccountClaims>();
  const { url, stop } = await listen((request, response) => handle(request, response));
  let provider: Provider | undefined;

  const finishInteraction = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (!provider) return;
    if (denies)
      return provider.interactionFinished(request, response, {
        error: 'access_denied',
        error_description: `${account} canceled`,
      });
    const { params } = await provider.interactionDetails(request, response);
    const grant = new provider.Grant({ accountId: account, clientId: String(params['client_id']) });
    grant.addOIDCScope(String(params['scope']));
    const grantId = await grant.save();
    const hasMfa = mfa === 'always' || (mfa === 'on request' && params['acr_values'] === REFEDS_MFA);
    await provider.interactionFinished(request, response, {
      login: { accountId: account, ...(hasMfa && { acr: REFEDS_MFA }) },
      consent: { grantId },
    });
  };
  let registered: RegisteredClient | undefined;
  /** Asks a browser that is already known for the second factor that its session lacks. */
  const createPolicy = () => {
    const { base, Check } = interactionPolicy;
    const policy = base();
    const lacksMfa = new Check('mfa', 'a second factor', ({ oidc }) =>
      mfa === 'on request' && oidc.params?.['acr_values'] === REFEDS_MFA && oidc.acr !== REFEDS_MFA
        ? Check.REQUEST_PROMPT
        : Check.NO_NEED_TO_PROMPT,
    );
    policy.get('login')?.checks.add(lacksMfa);
    return policy;
  };
  const open = async (client: RegisteredClient): Promise<void> => {
    registered = client;
    const opened = new Provider(url, {
      clients: [
        {
          client_id: CLIENT_ID,
          client_secret: CLIENT_SECRET,
          redirect_uris: [client.redirectUri],
          post_logout_redirect_uris: [client.postLogoutRedirectUri],
          backchannel_logout_uri: client.backChannelLogoutUri,
          backchannel_logout_session_required: true,
        },
      ],
      jwks: { keys: [await createSigningKey()] } as never,
      cookies: { keys: ['a key of the test'] },
      claims: {
        openid: ['sub', 'acr', 'institution_id', 'roles'],
        profile: ['name'],
        email: ['email', 'email_verified'],
      },
      features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
      // By default the provider sends no requests to its own machine.
      fetch: (
        address,
        { dispatcher: _dispatcher, ...options }: RequestInit & { dispatcher?: unknown } = {},
      ) => fetch(address, options),
      interactions: { policy: createPolicy(), url: (_context, { uid }) => `/interaction/${uid}` },
      acrValues: [REFEDS_MFA],
      findAccount: (_context, id) => ({
        accountId: id,
        claims: () => ({ sub: id, ...accounts.get(id) }),
      }),
      ttl: { Session: 3_600, Grant: 3_600, Interaction: 600, IdToken: 600, AccessToken: 600 },
    });
    const answer = opened.callback();
    provider = opened;
    handle = (request, response) => {
      if (!request.url?.startsWith('/interaction/')) return void answer(request, response);
      finishInteraction(request, response).catch(() => response.writeHead(500).end());
    };
  };
  return {
    issuer: url,
    open,
    /** Replaces the signing key. */
    replaceKeys: async (): Promise<void> => {
      if (registered) await open(registered);
    },
    /** From now on, responds with 503 to every request. */
    close: (): void => {
      handle = (_request, response) => void response.writeHead(503).end();
    },
    signsIn: (id: string, claims: AccountClaims = {}): string => {
      account = id;
      denies = false;
      accounts.set(id, claims);
      return id;
    },
    denies: (): void => {
      denies = true;
    },
    asksForMfa: (policy: MfaPolicy): void => {
      mfa = policy;
    },
    logOut: async (subject: string, sid: string): Promise<void> => {
      const client = await provider?.Client.find(CLIENT_ID);
      await (
        client as unknown as { backchannelLogout: (sub: string, sid: string) => Promise<void> }
      ).backchannelLogout(subject, sid);
    },
    stop,
  };
};
export type IdentityProvider = Awaited<ReturnType<typeof startIdentityProvider>>;

/**
 * An OpenID provider that returns any ID token the test creates.
 * @param userInfo the claims of everybody at its UserInfo endpoint
 */
export const startForgedProvider = async (userInfo?: Record<string, unknown>) => {
  const keys: JWK[] = [];
  let idToken = async (_nonce: string): Promise<string> => '';
  let nonce = '';
  let answersTokens = true;
  let answersKeys = true;
  const tokenRequests: URLSearchParams[] = [];
  const { url, stop } = await listen((request, response) => {
    const address = new URL(request.url ?? '/', 'http://self');
    const json = (body: unknown): void => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    if (address.pathname === '/.well-known/openid-configuration')
      return json({
        issuer: url,
        authorization_endpoint: `${url}/authorize`,
        token_endpoint: `${url}/token`,
        jwks_uri: `${url}/keys`,
        ...(userInfo && { userinfo_endpoint: `${url}/userinfo` }),
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
        authorization_response_iss_parameter_supported: true,
      });
    if (address.pathname === '/keys')
      return answersKeys ? json({ keys }) : void response.writeHead(503).end();
    if (address.pathname === '/userinfo') return json(userInfo);
    if (!answersTokens) return undefined;
    const respond = async () => {
      tokenRequests.push(new URLSearchParams(await text(request)));
      const token = await idToken(nonce);
      json({ access_token: 'a', token_type: 'Bearer', id_token: token, expires_in: 60 });
    };
    return void respond();
  });
  return {
    issuer: url,
    publish: (...published: JWK[]): void => void keys.splice(0, keys.length, ...published),
    issues: (make: (nonce: string) => Promise<string>): void => {
      idToken = make;
    },
    expects: (expected: string): void => {
      nonce = expected;
    },
    /** The bodies of the requests to its token endpoint. */
    tokenRequests,
    neverAnswers: (): void => {
      answersTokens = false;
    },
    answersKeys: (answers: boolean): void => {
      answersKeys = answers;
    },
    stop,
  };
};
export type ForgedProvider = Awaited<ReturnType<typeof startForgedProvider>>;
