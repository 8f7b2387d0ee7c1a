/** @jest-environment node */
import { afterEach, describe, expect, test } from '@jest/globals';
import { routes } from '@qr-attendance/contracts';
import { createApiClient, type ApiClientOptions } from '../src/api-client.ts';
import { ApiError } from '../src/api-error.ts';
import { sendJson, startServer, type Handler, type TestServer } from './support/server.ts';

const course = {
  _id: '66f000000000000000000c01',
  name: 'Algorithms',
  code: 'CS201',
  semester: 3,
  studentCount: 2,
  sections: [],
  teacher: { _id: '7c1f9f5e-2d5b-4f6c-8f0e-2a4b5c6d7e02', user: { name: 'Ada Lovelace' } },
};
const refuse = { error: 'Please sign in first.', code: 'unauthorized', requestId: 'r-1' };

let server: TestServer;
afterEach(() => server.stop());

const start = async (handle: Handler, options: Partial<ApiClientOptions> = {}) => {
  server = await startServer(handle);
  return createApiClient({
    baseUrl: server.url,
    getToken: () => 'good',
    renew: async () => undefined,
    ...options,
  });
};

const onlyWith =
  (token: string, handle: Handler): Handler =>
  (request, response) =>
    request.headers.authorization === `Bearer ${token}`
      ? handle(request, response)
      : sendJson(response, 401, refuse);

describe('an API call', () => {
  test('sends the token, its parameters and its query', async () => {
    const api = await start(onlyWith('good', (_request, response) => sendJson(response, 200, [course])));
    await api.call(routes.course.listCourses, { query: { limit: 5 } });
    expect(server.asked).toEqual(['GET /api/courses?limit=5']);
  });

  test('serves remotes of earlier releases, which omit an empty request', async () => {
    const api = await start(onlyWith('good', (_request, response) => sendJson(response, 200, [course])));
    const earlier = api.call as unknown as (route: typeof routes.course.listCourses) => Promise<unknown>;
    expect(await earlier(routes.course.listCourses)).toEqual([course]);
  });

  test('sends the app’s language instead of the browser’s', async () => {
    const said: unknown[] = [];
    const api = await start((request, response) => {
      said.push(request.headers['accept-language']);
      sendJson(response, 200, [course]);
    });
    await api.call(routes.course.listCourses, {});
    expect(said).toEqual(['en']);
  });

  test('reports the new address of a system that has moved, and nothing else of that status', async () => {
    const address = 'https://laptop.local:8080';
    const moves: string[] = [];
    const answers = [
      { code: 'moved', details: { address } },
      { code: 'moved', details: { address: 'javascript:alert(1)' } },
      { code: 'expired', details: { address } },
    ];
    const api = await start(
      (_request, response) => sendJson(response, 410, { ...refuse, ...answers.shift() }),
      { onMoved: (to) => moves.push(to) },
    );
    for (const code of ['moved', 'moved', 'expired'])
      await expect(api.call(routes.course.listCourses, {})).rejects.toMatchObject({ status: 410, code });
    expect(moves).toEqual([address]);
  });

  test('sends its idempotency key', async () => {
    const keys: unknown[] = [];
    const api = await start((request, response) => {
      keys.push(request.headers['idempotency-key']);
      sendJson(response, 201, course);
    });
    const body = { name: 'Algorithms', code: 'CS201', semester: 3 };
    await api.call(routes.course.createCourse, { body, idempotencyKey: 'one-of-a-kind' });
    await api.call(routes.course.createCourse, { body });
    expect(keys).toEqual(['"one-of-a-kind"', undefined]);
  });

  test('throws the server’s message, code and fields if it is rejected', async () => {
    const details = { fields: { email: 'must be an email address' } };
    const api = await start((_request, response) =>
      sendJson(response, 400, {
        error: 'email is wrong',
        code: 'invalid_request',
        requestId: 'r-1',
        details,
      }),
    );
    const failure = await api.call(routes.course.listCourses, {}).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ApiError);
    expect(failure).toMatchObject({ status: 400, code: 'invalid_request', message: 'email is wrong' });
    expect((failure as ApiError).fields).toEqual(details.fields);
  });

  test('throws without a message if the response is not from our server', async () => {
    const api = await start((_request, response) => response.writeHead(502).end('<html>Bad gateway</html>'));
    await expect(api.call(routes.course.listCourses, {})).rejects.toMatchObject({ status: 502, message: '' });
  });

  test('throws status 0 if there is no response', async () => {
    const api = await start((request) => request.socket.destroy());
    await expect(api.call(routes.course.listCourses, {})).rejects.toMatchObject({ status: 0, message: '' });
  });
});

describe('an expired token', () => {
  test('is renewed once for concurrent calls, which are all repeated', async () => {
    let token = 'old';
    let renewals = 0;
    const api = await start(
      onlyWith('new', (_request, response) => sendJson(response, 200, [course])),
      {
        getToken: () => token,
        renew: async () => {
          renewals += 1;
          await new Promise((resolve) => setImmediate(resolve));
          return (token = 'new');
        },
      },
    );
    const answers = await Promise.all([1, 2, 3, 4].map(() => api.call(routes.course.listCourses, {})));
    expect(answers.map((courses) => courses.length)).toEqual([1, 1, 1, 1]);
    expect(renewals).toBe(1);
  });

  test('is replaced by the token that another tab has renewed', async () => {
    let token = 'old';
    const api = await start(
      (request, response) => {
        if (request.headers.authorization === 'Bearer new') return sendJson(response, 200, [course]);
        token = 'new';
        sendJson(response, 401, refuse);
      },
      { getToken: () => token, renew: () => Promise.reject(new Error('not needed')) },
    );
    expect(await api.call(routes.course.listCourses, {})).toHaveLength(1);
  });

  test('fails the call without another attempt if it cannot be renewed', async () => {
    const api = await start(
      onlyWith('new', () => undefined),
      { getToken: () => 'old' },
    );
    await expect(api.call(routes.course.listCourses, {})).rejects.toMatchObject({
      status: 401,
      signedOut: true,
    });
    expect(server.asked).toHaveLength(1);
  });

  test('is renewed for all other callers if one caller aborts', async () => {
    let token = 'old';
    let finish: ((renewed: string) => void) | undefined;
    const api = await start(
      onlyWith('new', (_request, response) => sendJson(response, 200, [course])),
      { getToken: () => token, renew: () => new Promise((resolve) => (finish = resolve)) },
    );
    const leaving = new AbortController();
    const gaveUp = api.call(routes.course.listCourses, { signal: leaving.signal });
    const waited = api.call(routes.course.listCourses, {});
    while (!finish) await new Promise((resolve) => setImmediate(resolve));
    leaving.abort();
    await expect(gaveUp).rejects.toMatchObject({ name: 'AbortError' });
    finish?.((token = 'new'));
    expect(await waited).toHaveLength(1);
  });

  test('aborts the call if another person signs in during the renewal', async () => {
    let token = 'ada-old';
    const api = await start(
      onlyWith('alan', (_request, response) => sendJson(response, 201, course)),
      {
        getToken: () => {
          if (!token.startsWith('ada')) throw new ApiError(401, { code: 'other_person' });
          return token;
        },
        renew: async () => (token = 'alan'),
      },
    );
    const body = { name: 'Algorithms', code: 'CS201', semester: 3 };
    await expect(api.call(routes.course.createCourse, { body })).rejects.toMatchObject({
      code: 'other_person',
    });
    expect(server.asked).toEqual(['POST /api/courses']);
  });

  const withoutToken = async () => {
    let renewals = 0;
    const api = await start(
      onlyWith('new', () => undefined),
      { getToken: () => undefined, renew: async () => void (renewals += 1) as undefined },
    );
    return { api, renewals: () => renewals };
  };

  test('signs the user out if it is missing and cannot be renewed', async () => {
    const { api, renewals } = await withoutToken();
    const refused = api.call(routes.course.listCourses, {});
    await expect(refused).rejects.toMatchObject({ status: 401, signedOut: true });
    expect(renewals()).toBe(1);
  });

  test('is not confused with a 401 for a wrong password', async () => {
    const { api, renewals } = await withoutToken();
    const refused = api.call(routes.auth.login, { body: { email: 'ada@campus.example', password: 'wrong' } });
    await expect(refused).rejects.toMatchObject({ status: 401, signedOut: false });
    expect(renewals()).toBe(0);
  });

  test('is not renewed for a sign-in that needs a second factor, because its link is used up', async () => {
    const api = await start((_request, response) => sendJson(response, 401, refuse), {
      renew: async () => 'good',
    });
    const refused = api.call(routes.auth.redeemSignInLink, { body: { token: 'a'.repeat(43) } });
    await expect(refused).rejects.toMatchObject({ status: 401, signedOut: false });
    expect(server.asked).toEqual(['POST /api/auth/sign-in-link/redeem']);
  });
});

describe('a list', () => {
  test('returns the cursor of its next page, and none on the last page', async () => {
    const api = await start((request, response) =>
      sendJson(
        response,
        200,
        [course],
        request.url?.includes('cursor') ? {} : { link: '</api/courses?limit=1&cursor=c%2F2>; rel="next"' },
      ),
    );
    expect(await api.page(routes.course.listCourses, { query: { limit: 1 } })).toEqual({
      items: [expect.objectContaining({ code: 'CS201' })],
      nextCursor: 'c/2',
    });
    const last = await api.page(routes.course.listCourses, { query: { limit: 1, cursor: 'c/2' } });
    expect(last).not.toHaveProperty('nextCursor');
  });
});
