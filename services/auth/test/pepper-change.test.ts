import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { StudentSecurity } from '@qr-attendance/contracts';
import { createPinVerifier, type Peppers, type PinVerifier, readPeppers } from '@qr-attendance/server';
import { startServices, type TestServices } from '@qr-attendance/test-kit';
import { type Client, createClient } from './support/client.ts';

const NEXT = 'the next pepper, that is long enough to be one';
const NEXT_TOKEN = 'the-next-internal-token-long-enough-as-well';
let services: TestServices;
let client: Client;
let using: Peppers;
beforeAll(async () => {
  services = await startServices(['auth'], {
    env: {
      auth: {
        PIN_PEPPERS_OTHER: JSON.stringify({ 2: NEXT }),
        INTERNAL_TOKENS_ACCEPTED: NEXT_TOKEN,
      },
    },
  });
  client = createClient(services);
  const PIN_PEPPERS_OTHER = JSON.stringify({ 1: services.secrets.pinPepper });
  using = readPeppers({ PIN_PEPPER: NEXT, PIN_PEPPER_VERSION: 2, PIN_PEPPERS_OTHER });
});
afterAll(() => services.stop());

const internal = () => ({ token: services.internalToken });
const verifierOf = async (id: string): Promise<PinVerifier> => {
  const { body } = await client.send<StudentSecurity>('GET', `/internal/students/${id}/security`, internal());
  return body.pinVerifier ?? { salt: '', hash: '' };
};
const renew = (id: string, from: PinVerifier, to: PinVerifier) =>
  client.send<{ renewed: boolean }>('POST', `/internal/students/${id}/pin-verifier/renew`, {
    ...internal(),
    body: { from, to },
  });
const studentWithPin = async () => {
  const { id, token } = await client.registerStudent();
  await client.send('POST', '/api/auth/set-pin', { token, body: { pin: '2468' } });
  return { id, token, verifier: await verifierOf(id) };
};

it('a PIN is stored under the next pepper once it is used', async () => {
  const { id, verifier } = await studentWithPin();
  const to = createPinVerifier(using, '2468');
  expect((await renew(id, verifier, to)).body).toEqual({ renewed: true });
  expect(await verifierOf(id)).toEqual(to);
  expect((await renew(id, verifier, createPinVerifier(using, '2468'))).body).toEqual({ renewed: false });
  expect(await verifierOf(id)).toEqual(to);
});

it('a PIN that was changed in the meantime is not overwritten', async () => {
  const { id, token, verifier } = await studentWithPin();
  await client.send('POST', '/api/auth/set-pin', { token, body: { pin: '1357' } });
  const changed = await verifierOf(id);
  expect((await renew(id, verifier, createPinVerifier(using, '2468'))).body).toEqual({ renewed: false });
  expect(await verifierOf(id)).toEqual(changed);
});

it('a PIN is never stored under a previous or unknown pepper', async () => {
  const { id, verifier } = await studentWithPin();
  for (const hash of [verifier.hash, `9:${verifier.hash}`])
    expect((await renew(id, verifier, { salt: 'another', hash })).body).toEqual({ renewed: false });
  expect(await verifierOf(id)).toEqual(verifier);
});

it('internal routes accept both internal tokens during a rotation, and no other', async () => {
  const { id } = await studentWithPin();
  const ask = async (token: string) =>
    (await client.send('GET', `/internal/students/${id}/security`, { token })).status;
  expect(await ask(services.internalToken)).toBe(200);
  expect(await ask(NEXT_TOKEN)).toBe(200);
  expect(await ask(`${NEXT_TOKEN},${services.internalToken}`)).toBe(401);
  expect(await ask(NEXT_TOKEN.slice(1))).toBe(401);
});
