import { afterEach, describe, expect, it } from '@jest/globals';
import { routes, SECOND_FACTOR_COOKIE } from '@qr-attendance/contracts';
import { startGateway, type TestGateway } from './support/gateway.ts';
import { rawRequest } from './support/raw-request.ts';
import { startUpstream } from './support/upstream.ts';

let gateway: TestGateway;
afterEach(() => gateway.stop());
const begin = async (
  settings: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<void> => {
  const auth = await startUpstream('auth', (request, response) => {
    request.resume();
    response.writeHead(401, { 'content-type': 'application/json', ...headers }).end('{}');
  });
  gateway = await startGateway({ RATE_LIMIT_WINDOW_SECONDS: '3600', ...settings }, { auth });
};
const post = async (path: string): Promise<number> =>
  (await rawRequest(gateway.port, path, { method: 'POST' })).status;

describe('a sign-in that needs a second factor', () => {
  it('does not count as a wrong password', async () => {
    const cookie = `__Secure-${SECOND_FACTOR_COOKIE}=a; Path=/api/auth/sign-in`;
    await begin({ RATE_LIMIT_SIGN_IN: '1' }, { 'set-cookie': cookie });
    for (let times = 0; times < 3; times += 1) expect(await post('/api/auth/login')).toBe(401);
  });

  it('does not count as a wrong password if it took too long', async () => {
    await begin({ RATE_LIMIT_SIGN_IN: '1' });
    for (let times = 0; times < 3; times += 1)
      expect(await post(routes.auth.finishWithSecondFactor.path)).toBe(401);
  });

  it('counts as an account if it ends a registration', async () => {
    await begin({ RATE_LIMIT_REGISTRATION: '1' });
    expect(await post('/api/auth/register')).toBe(401);
    expect(await post('/api/auth/register')).toBe(429);
  });
});
