import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createDevice, startServices, type TestServices } from '@qr-attendance/test-kit';
import { createClient, type Client } from './support/client.ts';

let services: TestServices;
let client: Client;
beforeAll(async () => {
  services = await startServices(['auth']);
  client = createClient(services);
});
afterAll(() => services.stop());

const SENTENCE = 'must not contain invisible characters or characters that change the direction of text';
const refusedAt = (field: string) => ({
  status: 400,
  body: { details: { fields: { [field]: SENTENCE } } },
});
const DISGUISED = ['Ada\u200BLovelace', 'Ada \u202Eecalevol', 'A\u200Dda', 'Ada\u2066Lovelace\u2069'];

describe('a name with invisible or direction-changing characters', () => {
  it.each(DISGUISED)('is rejected at registration (%j)', async (name) => {
    expect(await client.register({ name })).toMatchObject(refusedAt('name'));
  });

  it.each(['usn', 'regNo'])('is rejected as a %s', async (field) => {
    expect(await client.register({ [field]: 'U\u200B1' })).toMatchObject(refusedAt(field));
  });

  it('is rejected as a corrected name and as the name of a device', async () => {
    const { token } = await client.registerStudent();
    const { deviceId, publicKey } = createDevice();
    const device = { deviceId, publicKey, deviceName: 'Pho\u2060ne' };
    expect(
      await client.send('POST', '/api/auth/account-check', { token, body: { name: 'A\u200Bda' } }),
    ).toMatchObject(refusedAt('name'));
    expect(await client.send('POST', '/api/auth/register-device', { token, body: device })).toMatchObject(
      refusedAt('deviceName'),
    );
  });
});

it('a name in any script is accepted at registration', async () => {
  for (const name of ['محمد علي', 'ರಾಮ ಕುಮಾರ್', '山田 太郎', 'Аda Lovelace'])
    expect(await client.register({ name })).toMatchObject({ status: 201, body: { user: { name } } });
});
