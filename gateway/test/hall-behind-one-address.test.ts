import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startGateway, type TestGateway } from './support/gateway.ts';
import { startUpstream } from './support/upstream.ts';

const SETTINGS = { RATE_LIMIT_WINDOW_SECONDS: '600' };
const HALL = 1_500;

let gateway: TestGateway;
beforeAll(async () => {
  const session = await startUpstream('session', (request, response) => {
    request.resume().on('end', () => response.writeHead(404).end('{}'));
  });
  gateway = await startGateway(SETTINGS, { session });
});
afterAll(() => gateway.stop());

const statusesOf = async (count: number, call: (number: number) => Promise<Response>): Promise<number[]> => {
  const statuses = new Set<number>();
  for (let group = 0; group < count; group += 50)
    for (const response of await Promise.all(Array.from({ length: 50 }, (_none, n) => call(group + n)))) {
      await response.arrayBuffer();
      statuses.add(response.status);
    }
  return [...statuses];
};
const post = (path: string, body: unknown = {}) =>
  fetch(gateway.url + path, { method: 'POST', body: JSON.stringify(body) });
const get = (path: string, student: number) =>
  fetch(gateway.url + path, { headers: { authorization: `Bearer student-${student}` } });

describe('1,500 students in a hall behind one IP address', () => {
  it('can sign in and work within a minute', async () => {
    expect(await statusesOf(HALL, () => post('/api/auth/login'))).toEqual([200]);
    expect(await statusesOf(HALL, (student) => get('/api/courses', student))).toEqual([200]);
  });

  it('can scan an expired code twice within a minute', async () => {
    expect(await statusesOf(2 * HALL, (student) => get('/api/sessions/verify/late', student))).toEqual([404]);
    expect(await statusesOf(2 * HALL, () => post('/api/sessions/scans', { code: 'late' }))).toEqual([404]);
  });
});
