import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { Provider } from 'oidc-provider';
import { choicePage, failurePage, languageOf, signedOutPage, signOutPage } from './pages.ts';
import { CLIENT_ID, PROVIDER_NAME, type ProviderSettings } from './settings.ts';

/** The algorithm of the key pairs that the stack creates. */
const ALGORITHM = 'ES256';
const INTERACTION = '/interaction/';
const DAY_SECONDS = 86_400;
const MINUTES_SECONDS = 600;

const configure = (settings: ProviderSettings): Provider => {
  const { issuer, clientSecret, redirectUri, postLogoutRedirectUri, people } = settings;
  return new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        post_logout_redirect_uris: [postLogoutRedirectUri],
        id_token_signed_response_alg: ALGORITHM,
      },
    ],
    jwks: { keys: [{ ...JSON.parse(settings.signingKey), alg: ALGORITHM, use: 'sig' }] } as never,
    cookies: { keys: [settings.cookieKey] },
    claims: { openid: ['sub'], profile: ['name'], email: ['email', 'email_verified'] },
    findAccount: (_context, id) => {
      const person = people.find(({ subject }) => subject === id);
      if (!person) return undefined;
      const { name, email } = person;
      return { accountId: id, claims: () => ({ sub: id, name, email, email_verified: true }) };
    },
    interactions: { url: (_context, { uid }) => INTERACTION + uid },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (context, form) => {
          context.body = signOutPage(languageOf(context.req), form);
        },
        postLogoutSuccessSource: (context) => {
          context.body = signedOutPage(languageOf(context.req));
        },
      },
    },
    renderError: (context, { error }) => {
      context.type = 'html';
      context.body = failurePage(languageOf(context.req), error);
    },
    ttl: {
      Session: DAY_SECONDS,
      Grant: DAY_SECONDS,
      Interaction: MINUTES_SECONDS,
      IdToken: MINUTES_SECONDS,
      AccessToken: MINUTES_SECONDS,
    },
  });
};

const sendPage = (response: ServerResponse, status: number, page: string): void =>
  void response
    .writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
    .end(page);

/** An OpenID provider whose visitors choose a person instead of entering a password. */
export const createProvider = (settings: ProviderSettings): RequestListener => {
  const { people } = settings;
  const provider = configure(settings);
  const answer = provider.callback();

  const interact = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { params } = await provider.interactionDetails(request, response);
    const form = request.method === 'POST' ? new URLSearchParams(await text(request)) : undefined;
    const person = people.find(({ subject }) => subject === form?.get('person'));
    if (!person) return sendPage(response, 200, choicePage(languageOf(request), people));
    const grant = new provider.Grant({ accountId: person.subject, clientId: String(params['client_id']) });
    grant.addOIDCScope(String(params['scope']));
    const grantId = await grant.save();
    const finished = { login: { accountId: person.subject }, consent: { grantId } };
    await provider.interactionFinished(request, response, finished);
  };

  return (request, response) => {
    if (request.url === '/readyz') return void response.writeHead(200).end(PROVIDER_NAME);
    if (!request.url?.startsWith(INTERACTION)) return void answer(request, response);
    interact(request, response).catch((error: unknown) => {
      console.error(error);
      const code = error instanceof Error ? error.name : 'unknown';
      sendPage(response, 400, failurePage(languageOf(request), code));
    });
  };
};
