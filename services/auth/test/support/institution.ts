import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import type { AppliedRecord, PersonRecord, UndoResult } from '@qr-attendance/contracts';
import type { UserChanged } from '@qr-attendance/contracts/events';
import { eventually, type TestServices } from '@qr-attendance/test-kit';
import { PASSWORD, type Client } from './client.ts';
import { readAllMails } from './emails.ts';

export const newRecord = (given: Partial<PersonRecord> = {}): PersonRecord => {
  const key = randomUUID().slice(0, 8);
  const email = `rosa.${key}@campus.example`;
  return {
    institutionId: `Q-${key}`,
    name: `Rosa ${key}`,
    email,
    role: 'student',
    usn: `U-${key}`,
    ...given,
  };
};

/** Imports records of people, and undoes it. */
export const createInstitution = (services: TestServices, client: Client) => {
  const internal = <Body = Record<string, unknown>>(method: string, path: string, body?: unknown) =>
    client.send<Body>(method, path, { token: services.internalToken, body });
  const apply = async (record: PersonRecord) => {
    const { status, body } = await internal<AppliedRecord[]>('PUT', '/internal/people', { people: [record] });
    expect(status).toBe(200);
    return { id: '', ...body[0] } as AppliedRecord & { id: string };
  };
  const undo = async ({ id, values }: Pick<AppliedRecord, 'id' | 'values'>) => {
    const body = { people: [{ id, values, previous: null }] };
    return (await internal<UndoResult[]>('POST', '/internal/people/undo', body)).body[0];
  };
  const withdrawnPerson = async (given: Partial<PersonRecord> = {}) => {
    const record = newRecord(given);
    const applied = await apply(record);
    expect(await undo(applied)).toEqual({ result: 'withdrawn' });
    return { ...applied, record };
  };
  const userOf = async (id: string) => (await internal<UserChanged>('GET', `/internal/users/${id}`)).body;
  const requestLink = async (email: string) => {
    await client.send('POST', '/api/auth/sign-in-link', { body: { email } });
    return eventually(
      async () => {
        const [mail] = await readAllMails(services.mailDir, email);
        const [, token] = /\/finish-registration#(\S+)/.exec(mail?.text ?? '') ?? [];
        expect(token).toBeDefined();
        return token;
      },
      { withinMs: 20_000 },
    );
  };
  const finish = (token: string | undefined) =>
    client.send<{ code?: string }>('POST', '/api/auth/registration-link/finish', {
      body: { token, password: PASSWORD, regNo: 'R1', department: 'Electronics', semester: 3 },
    });
  return { internal, apply, undo, withdrawnPerson, userOf, requestLink, finish };
};
export type Institution = ReturnType<typeof createInstitution>;
