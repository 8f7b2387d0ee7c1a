import type { IdentityProvider as ProviderAnswer } from '@qr-attendance/contracts';
import { REFRESH } from './client.ts';
import { CLIENT_ID, CLIENT_SECRET } from './identity-provider.ts';

const MAX_REDIRECTS = 10;

interface PageVisit {
  status: number;
  location: string;
  /** The parameters in the fragment of the location. */
  fragment: Record<string, string>;
}

interface Product {
  publicOrigins: string[];
  urls: { auth: string };
}
/** Sends a request to the product. */
interface Sender {
  send: <Body>(
    method: string,
    path: string,
    request: { token: string; body?: object },
  ) => Promise<{ status: number; body: Body }>;
}

/** A browser that keeps cookies and follows the redirects between the product and a provider. */
export const openBrowser = (services: Product) => {
  const jar = new Map<string, Map<string, string>>();
  const cookiesFor = (origin: string) => {
    const cookies = jar.get(origin) ?? new Map<string, string>();
    jar.set(origin, cookies);
    return cookies;
  };
  /** Replaces the public origin with the service's URL, because no gateway runs in this test. */
  const addressOf = (url: URL): URL =>
    url.origin === services.publicOrigins[0] ? new URL(url.pathname + url.search, services.urls.auth) : url;
  const visit = async (address: string, init: RequestInit = {}): Promise<Response> => {
    const url = addressOf(new URL(address, services.urls.auth));
    const cookies = cookiesFor(url.origin);
    const cookie = [...cookies.values()].join('; ');
    const response = await fetch(url, {
      redirect: 'manual',
      ...init,
      headers: { ...init.headers, ...(cookie !== '' && { cookie }) },
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      cookies.set(pair.slice(0, pair.indexOf('=')), pair);
    }
    return response;
  };
  const describe = (response: Response): PageVisit => {
    const location = response.headers.get('location') ?? '';
    const fragment = location.includes('#') ? location.slice(location.indexOf('#') + 1) : '';
    return {
      status: response.status,
      location,
      fragment: Object.fromEntries(new URLSearchParams(fragment)),
    };
  };
  const open = async (address: string): Promise<PageVisit> => describe(await visit(address));
  /** Signs in at the provider, and returns the callback URL without requesting it. */
  const goToProvider = async (address: string): Promise<string> => {
    let next = address;
    for (let count = 0; count < MAX_REDIRECTS; count += 1) {
      if (new URL(next).origin === services.publicOrigins[0]) return next;
      const { location } = await open(next);
      next = new URL(location, next).href;
    }
    throw new Error(`the provider does not lead back: ${next}`);
  };
  const begin = async (provider: string, returnTo?: string): Promise<PageVisit> =>
    open(
      `/api/auth/oidc/${provider}/start${returnTo === undefined ? '' : `?returnTo=${encodeURIComponent(returnTo)}`}`,
    );
  const post = async (token: string, path: string, body?: unknown): Promise<string> => {
    const response = await visit(path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return ((await response.json()) as { url: string }).url;
  };
  const finish = async (callback: string): Promise<PageVisit> => open(callback);
  return {
    begin,
    goToProvider,
    finish,
    open,
    signIn: async (provider: string, returnTo?: string): Promise<PageVisit> => {
      const begun = await begin(provider, returnTo);
      return begun.location.startsWith('/') ? begun : finish(await goToProvider(begun.location));
    },
    post,
    /** Posts with a token, and follows the redirects from the URL in the response. */
    goOn: async (token: string, path: string, body?: unknown): Promise<PageVisit> =>
      finish(await goToProvider(await post(token, path, body))),
    /** Deletes the provider's cookies, so that nobody is signed in there. */
    forget: (origin: string): void => void jar.delete(origin),
    renew: async (): Promise<{ status: number; token: string }> => {
      const response = await visit('/api/auth/refresh', { method: 'POST', headers: REFRESH });
      const { token = '' } = (await response.json()) as { token?: string };
      return { status: response.status, token };
    },
    /** Posts without a token, as in the middle of a sign-in. */
    submit: async <Body>(path: string, body?: unknown): Promise<{ status: number; body: Body }> => {
      const response = await visit(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: response.status, body: (await response.json()) as Body };
    },
    signOut: async (): Promise<string | null> => {
      const path = '/api/auth/refresh/revoke-with-provider';
      const response = await visit(path, { method: 'POST', headers: REFRESH });
      return ((await response.json()) as { url: string | null }).url;
    },
  };
};
export type Browser = ReturnType<typeof openBrowser>;

const PROVIDERS = '/api/auth/identity-providers';

/** Changes the current version of a provider. */
export const changeProvider = async (
  { send }: Sender,
  token: string,
  id: string,
  changes: object,
): Promise<{ status: number; body: ProviderAnswer }> => {
  const { body: all } = await send<ProviderAnswer[]>('GET', PROVIDERS, { token });
  const version = all.find(({ _id }) => _id === id)?.version;
  return send<ProviderAnswer>('PATCH', `${PROVIDERS}/${id}`, { token, body: { ...changes, version } });
};

export interface SetUp {
  _id: string;
  issuer: string;
  institutionId?: string | null;
  unknownPeople?: 'create' | 'refuse';
  clientSecret?: string;
  active?: boolean;
}

export const setUpProvider = async (
  client: Sender,
  token: string,
  { _id, issuer, institutionId = 'institution_id', unknownPeople = 'refuse', active = true, ...more }: SetUp,
): Promise<ProviderAnswer> => {
  const created = await client.send<ProviderAnswer>('POST', PROVIDERS, {
    token,
    body: {
      _id,
      issuer,
      name: `University ${_id}`,
      clientId: CLIENT_ID,
      clientSecret: CLIENT_SECRET,
      scopes: 'openid profile email',
      claims: { institutionId, name: 'name', email: 'email', role: 'roles' },
      roleValues: { staff: ['employee'], student: ['student'] },
      unknownPeople,
      ...more,
    },
  });
  return active ? (await changeProvider(client, token, _id, { active })).body : created.body;
};
