import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { allRoutes, type RouteContract, type UserType } from '@qr-attendance/contracts';
import { startServices, type TestServices } from '@qr-attendance/test-kit';

const ROLE: Record<string, UserType> = {
  teacher: 'TEACHER',
  staff: 'ADMIN',
  admin: 'ADMIN',
  student: 'STUDENT',
  'signed-in': 'STUDENT',
};
const powerful = allRoutes
  .filter(({ proof }) => proof === 'fresh')
  .map((route): [string, RouteContract] => [`${route.method.toUpperCase()} ${route.path}`, route]);

describe('an access token without a recent proof', () => {
  let services: TestServices;
  beforeAll(async () => {
    services = await startServices(['auth', 'course', 'session', 'attendance']);
  });
  afterAll(() => services.stop());

  it.each(powerful)('cannot call %s', async (_name, { service, method, path, access }) => {
    if (service === 'gateway') throw new Error('the gateway grants nothing');
    const person = { id: randomUUID(), name: 'Mallory', userType: ROLE[access] ?? 'ADMIN' };
    const send = async (proven: boolean) => {
      const headers = { authorization: `Bearer ${services.tokenFor({ ...person, proven })}` };
      const url = services.urls[service] + path.replace(/:\w+/g, 'any');
      const response = await fetch(url, { method: method.toUpperCase(), headers });
      return JSON.stringify(await response.json().catch(() => ({})));
    };
    expect(await send(false)).toContain('fresh_proof_required');
    expect(await send(true)).not.toContain('fresh_proof_required');
  });
});
