import { randomUUID } from 'node:crypto';
import { type CreateRequest, type RequestInput } from './ask.ts';
import { type Campus, OWN_PAGE } from './campus.ts';

const NOBODY = { params: { provider: 'nobody' } };

/** Nothing listens there, so a request to the provider fails at once. */
const newIssuer = (): string => `https://127.0.0.1:9/${randomUUID()}`;
const newProvider = () => ({
  _id: `p-${randomUUID().slice(0, 8)}`,
  name: 'Example University',
  issuer: newIssuer(),
  clientId: 'attendance',
  scopes: 'openid profile email',
  claims: { institutionId: 'institution_id', name: 'name', email: 'email', role: null },
  roleValues: { staff: [], student: [] },
  unknownPeople: 'refuse',
});
export const createProvider = async ({ people, admin }: Campus): Promise<string> => {
  const body = newProvider();
  await people.must('POST', '/api/auth/identity-providers', { token: admin.token, body });
  return body._id;
};
const ofProvider =
  (more: RequestInput = {}, params: Record<string, string> = {}): CreateRequest =>
  async (campus) => ({ params: { id: await createProvider(campus), ...params }, ...more });

export const askAboutProviders: Record<string, CreateRequest> = {
  'GET /api/auth/oidc/:provider/start': () => NOBODY,
  'GET /api/auth/oidc/:provider/callback': () => NOBODY,
  'POST /api/auth/oidc/:provider/back-channel-logout': () => NOBODY,
  'POST /api/auth/refresh/revoke-with-provider': () => ({ headers: OWN_PAGE }),
  'POST /api/auth/identities': () => ({ body: { provider: 'nobody' } }),
  'DELETE /api/auth/identities/:id': () => ({ params: { id: randomUUID() } }),
  'POST /api/auth/identities/proof': () => ({ body: { provider: 'nobody', returnTo: '/' } }),
  'POST /api/auth/identity-providers': () => ({ body: newProvider() }),
  'POST /api/auth/identity-providers/check-issuer': () => ({
    body: { provider: 'nobody', issuer: newIssuer() },
  }),
  'PATCH /api/auth/identity-providers/:id': ofProvider({ body: { name: 'The University', version: 1 } }),
  'POST /api/auth/identity-providers/:id/tests': ofProvider(),
  'GET /api/auth/identity-providers/:id/tests/:test': ofProvider({}, { test: randomUUID() }),
  'POST /api/auth/identity-providers/:id/preview': ofProvider({ body: { pasted: '{"sub":"a"}' } }),
  'GET /api/auth/identity-providers/:id/failures': ofProvider(),
};
