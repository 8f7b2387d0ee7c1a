import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startServices, type TestServices } from '@qr-attendance/test-kit';
import { openCampus, type Campus } from './support/campus.ts';

let services: TestServices;
let campus: Campus;
beforeAll(async () => {
  services = await startServices(['auth', 'course', 'session', 'attendance']);
  campus = await openCampus(services);
});
afterAll(() => services.stop());

const get = async (service: keyof Campus['urls'], path: string) => {
  const response = await fetch(campus.urls[service] + path, {
    headers: { authorization: `Bearer ${campus.admin.token}` },
  });
  return { status: response.status, text: await response.text() };
};
const SETTINGS = [
  ['auth', '/api/auth/settings', { refreshTokenDays: 30, replacedDeviceHours: expect.any(Number) }],
  ['course', '/api/courses/settings', { importMaxChangedPercent: 20, importRetentionDays: 30 }],
  ['session', '/api/sessions/settings', { codeOpensBeforeMinutes: 15, openEndedHours: 3 }],
  ['attendance', '/api/attendance/settings', { selfieRetentionDays: 30, markDetailsRetentionDays: 365 }],
] as const;

describe('the settings on the settings page', () => {
  it.each(SETTINGS)('equal the values of the %s service', async (service, path, values) => {
    const { status, text } = await get(service, path);
    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject(values);
  });

  it('contain no secret and no URL of another server', async () => {
    const texts = await Promise.all(SETTINGS.map(async ([service, path]) => (await get(service, path)).text));
    const secrets = [...Object.values(services.secrets), campus.internalToken, services.busUrl];
    for (const secret of secrets.filter((one) => typeof one === 'string' && one.length > 8))
      expect(texts.join()).not.toContain(secret);
    expect(texts.join()).not.toMatch(/:\/\//);
  });
});
