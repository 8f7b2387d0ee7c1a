// The institution's identity provider, as a process of its own. Its people post their id instead of a password. The
// argument contains its settings.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { Provider, type Adapter, type AdapterPayload } from 'oidc-provider';

const INTERACTION = '/interaction/';
const DAY_SECONDS = 86_400;
const MINUTES_SECONDS = 600;

export interface ProviderSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  redirectUri: string;
  /** A private JSON Web Key for ES256. */
  signingKey: string;
}
const settings = JSON.parse(process.argv[2] ?? '') as ProviderSettings;

/** The default adapter keeps only a thousand rows, fewer than a hall needs at once. */
const createAdapter = (model: string): Adapter => {
  const rows = new Map<string, AdapterPayload>();
  const idsByUid = new Map<string, string>();
  const isGranted = model === 'AuthorizationCode' || model === 'AccessToken';
  return {
    upsert: async (id, payload) => {
      rows.set(id, payload);
      if (payload.uid !== undefined) idsByUid.set(payload.uid, id);
    },
    find: async (id) => rows.get(id),
    findByUid: async (uid) => rows.get(idsByUid.get(uid) ?? ''),
    findByUserCode: async () => undefined,
    consume: async (id) => {
      const row = rows.get(id);
      if (row) row['consumed'] = Math.floor(Date.now() / 1_000);
    },
    destroy: async (id) => void rows.delete(id),
    revokeByGrantId: async (grantId) => {
      if (!isGranted) return;
      for (const [id, row] of rows) if (row.grantId === grantId) rows.delete(id);
    },
  };
};

const provider = new Provider(settings.issuer, {
  adapter: createAdapter,
  clients: [
    {
      client_id: settings.clientId,
      client_secret: settings.clientSecret,
      redirect_uris: [settings.redirectUri],
      id_token_signed_response_alg: 'ES256',
    },
  ],
  jwks: { keys: [{ ...JSON.parse(settings.signingKey), alg: 'ES256', use: 'sig' }] } as never,
  cookies: { keys: [settings.clientSecret] },
  claims: { openid: ['sub'], profile: ['name'], email: ['email', 'email_verified'] },
  findAccount: (_context, id) => ({
    accountId: id,
    claims: () => ({ sub: id, name: 'Grace Hopper', email: `${id}@campus.example`, email_verified: true }),
  }),
  interactions: { url: (_context, { uid }) => INTERACTION + uid },
  features: { devInteractions: { enabled: false } },
  ttl: {
    Session: DAY_SECONDS,
    Grant: DAY_SECONDS,
    Interaction: MINUTES_SECONDS,
    IdToken: MINUTES_SECONDS,
    AccessToken: MINUTES_SECONDS,
  },
});

const interact = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const { params } = await provider.interactionDetails(request, response);
  const accountId = await text(request);
  const grant = new provider.Grant({ accountId, clientId: String(params['client_id']) });
  grant.addOIDCScope(String(params['scope']));
  const grantId = await grant.save();
  await provider.interactionFinished(request, response, { login: { accountId }, consent: { grantId } });
};

const answer = provider.callback();
createServer((request, response) => {
  if (request.url === '/readyz') return void response.writeHead(200).end();
  if (!request.url?.startsWith(INTERACTION)) return void answer(request, response);
  interact(request, response).catch((error: unknown) => {
    console.error(error);
    response.writeHead(500).end();
  });
}).listen(Number(new URL(settings.issuer).port), '127.0.0.1');
// The supervisor has exited.
process.once('disconnect', () => process.exit());
