import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { listen } from '@qr-attendance/server';
import express from 'express';
import { createCookies } from '../src/core/tokens/cookies.ts';

const start = async (secure: boolean) => {
  const cookies = createCookies({ secure });
  const app = express();
  app.get('/write', (_request, response) => {
    cookies.writeRefreshToken(response, {
      refreshToken: 'r',
      refreshBrowser: 'b',
      refreshExpiresAt: new Date(Date.now() + 60_000),
    });
    cookies.writeBrowser(response, 'b');
    cookies.writeSignInChallenge(response, 'c');
    cookies.writeRemembered(response, 'm');
    response.end();
  });
  app.get('/read', (request, response) => {
    response.json({ refresh: cookies.readRefreshToken(request), browser: cookies.readBrowser(request) });
  });
  const { server, port } = await listen(app, { host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${port}`;
  return {
    written: async () => (await fetch(`${url}/write`)).headers.getSetCookie(),
    read: async (cookie: string) => {
      const headers = { cookie, 'x-requested-with': 'qr-attendance' };
      return (await fetch(`${url}/read`, { headers })).json();
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
};

let https: Awaited<ReturnType<typeof start>>;
let http: typeof https;
beforeAll(async () => {
  [https, http] = await Promise.all([start(true), start(false)]);
});
afterAll(() => Promise.all([https.stop(), http.stop()]));

describe('cookies over https', () => {
  it('cannot be set or read by a page over plain http', async () => {
    const written = await https.written();
    expect(written).toHaveLength(5);
    for (const cookie of written) expect(cookie).toMatch(/^__Secure-qr_\w+=.*; Secure/);
    for (const cookie of written)
      expect(cookie).toMatch(
        cookie.includes('qr_remembered') ? /; HttpOnly.*; SameSite=Lax/ : /; HttpOnly.*; SameSite=Strict/,
      );
  });

  it('are accepted only with the secure prefix', async () => {
    expect(
      await https.read('__Secure-qr_refresh=r; __Secure-qr_refresh_browser=s; __Secure-qr_browser=b'),
    ).toEqual({
      refresh: { token: 'r', browser: 's' },
      browser: 'b',
    });
    expect(await https.read('qr_refresh=r; qr_browser=b')).toEqual({});
  });
});

describe('cookies over plain http on one machine', () => {
  it('have a name that browsers accept over http', async () => {
    for (const cookie of await http.written()) {
      expect(cookie).toMatch(/^qr_/);
      expect(cookie).not.toContain('Secure');
    }
    expect(await http.read('qr_refresh=r; qr_refresh_browser=s')).toEqual({
      refresh: { token: 'r', browser: 's' },
    });
  });
});
