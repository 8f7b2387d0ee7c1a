import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually, startServices, type TestServices } from '@qr-attendance/test-kit';
import { createClient, PASSWORD, type Client } from './support/client.ts';
import { readAllMails } from './support/emails.ts';

let services: TestServices;
let client: Client;
beforeAll(async () => {
  services = await startServices(['auth']);
  client = createClient(services);
});
afterAll(() => services.stop());
beforeEach(() => client.query("DELETE FROM attempts WHERE key LIKE 'taken_%'"));

const numberOf = (letter: string) => `${letter}${randomUUID().slice(0, 8)}`;
const asking = { refuseTakenNumbers: true };
const record = async (more: object) => {
  const institutionId = numberOf('Q');
  const email = `${institutionId.toLowerCase()}@campus.example`;
  const person = { institutionId, name: 'Rosa Rostered', email, role: 'student', ...more };
  const body = { run: randomUUID(), people: [person] };
  const answer = await client.send('PUT', '/internal/people', { token: services.internalToken, body });
  expect(answer.status).toBe(200);
  return email;
};
const taken = (...numbers: string[]) => ({
  status: 409,
  body: { code: 'number_taken', details: { numbers } },
});

describe('a person who registers with a student number that somebody else has', () => {
  it('sees only which number it is, before an account is created', async () => {
    const [usn, regNo] = [numberOf('U'), numberOf('R')];
    const owner = await client.register({ usn, regNo });
    const second = await client.register({ ...asking, usn: ` ${usn.toLowerCase()} `, regNo: numberOf('R') });
    expect(second).toMatchObject(taken('usn'));
    expect(JSON.stringify(second.body)).not.toContain(owner.email);
    expect((await client.signIn(second.email)).status).toBe(401);
    expect(await client.register({ ...asking, usn: numberOf('U'), regNo })).toMatchObject(taken('regNo'));
    expect(await client.register({ ...asking, usn, regNo })).toMatchObject(taken('usn', 'regNo'));
  });

  it('gets the same response for an account as for a record of the institution', async () => {
    const usn = numberOf('U');
    await client.register({ usn });
    const ofAccount = await client.register({ ...asking, usn, regNo: numberOf('R') });
    const recorded = numberOf('U');
    await record({ usn: recorded });
    const ofRecord = await client.register({ ...asking, usn: recorded, regNo: numberOf('R') });
    expect({ ...ofRecord.body, requestId: '' }).toEqual({ ...ofAccount.body, requestId: '' });
  });

  it('can still register with it, because a registered number is no proof', async () => {
    const usn = numberOf('U');
    const squatter = await client.register({ usn });
    await client.countAsVerified(squatter.email);
    expect((await client.register({ ...asking, usn, regNo: numberOf('R') })).status).toBe(409);
    expect(await client.register({ usn, regNo: numberOf('R') })).toMatchObject({
      status: 201,
      body: { profile: { usn } },
    });
  });

  it('is registered at once with a number that is free or belonged to an erased account', async () => {
    const [usn, regNo] = [numberOf('U'), numberOf('R')];
    const first = await client.register({ ...asking, usn, regNo });
    expect(first.status).toBe(201);
    const erased = await client.send('POST', '/api/auth/erase-me', {
      token: first.token,
      body: { password: PASSWORD },
    });
    expect(erased.status).toBeLessThan(300);
    expect((await client.register({ ...asking, usn, regNo })).status).toBe(201);
  });

  it('sees first that the address is taken', async () => {
    const [usn, regNo] = [numberOf('U'), numberOf('R')];
    const { email } = await client.register({ usn, regNo });
    const again = await client.register({ ...asking, usn, regNo, email });
    expect(again).toMatchObject({ status: 409, body: { code: 'email_taken' } });
  });

  it('gets the warning 30 times an hour per IP address, and is registered without it afterwards', async () => {
    const usn = numberOf('U');
    await client.register({ usn });
    const probe = () => client.register({ ...asking, usn, regNo: numberOf('R') });
    for (let count = 0; count < 30; count += 1) expect((await probe()).status).toBe(409);
    expect((await probe()).status).toBe(201);
  });
});

describe('a person who finishes a registration by the emailed link', () => {
  const open = async (email: string) => {
    await client.register({ email });
    return eventually(async () => {
      const mails = await readAllMails(services.mailDir, email);
      const token = mails.map(({ text }) => /\/finish-registration#([\w-]+)/.exec(text)?.[1]).find(Boolean);
      expect(token).toBeTruthy();
      return token ?? '';
    });
  };
  const finish = (token: string, more: object) =>
    client.send('POST', '/api/auth/registration-link/finish', {
      body: { token, password: PASSWORD, department: 'Electronics', semester: 3, ...asking, ...more },
    });

  it('sees that somebody has the number they entered, but not one that the institution assigned', async () => {
    const [usn, regNo] = [numberOf('U'), numberOf('R')];
    await client.register({ usn, regNo });
    const token = await open(await record({ usn }));
    expect(await finish(token, { regNo })).toMatchObject(taken('regNo'));
    expect(await finish(token, { regNo: numberOf('R') })).toMatchObject({
      status: 201,
      body: { profile: { usn } },
    });
  });
});
