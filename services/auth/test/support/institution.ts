import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import type { AppliedRecord, KnownPerson, PersonRecord, UndoResult } from '@qr-attendance/contracts';
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

export const createInstitution = (services: TestServices, client: Client) => {
  const internal = <Body = Record<string, unknown>>(method: string, path: string, body?: unknown) =>
    client.send<Body>(method, path, { token: services.internalToken, body });
  /** Each call is a separate import, unless `run` names one. */
  const apply = async (
    record: PersonRecord,
    {
      run = randomUUID(),
      ...more
    }: {
      run?: string;
      dryRun?: boolean;
      addErased?: boolean | string[];
      keepLocalChanges?: boolean;
      takesUp?: boolean;
    } = {},
  ) => {
    const body = { run, people: [record], ...more };
    const answer = await internal<AppliedRecord[]>('PUT', '/internal/people', body);
    expect(answer.status).toBe(200);
    return { id: '', ...answer.body[0], run, record } as AppliedRecord & {
      id: string;
      run: string;
      record: PersonRecord;
    };
  };
  const undo = async ({ run, record }: { run: string; record: PersonRecord }) => {
    const body = { run, institutionIds: [record.institutionId] };
    return (await internal<UndoResult[]>('POST', '/internal/people/undo', body)).body[0];
  };
  const withdrawnPerson = async (given: Partial<PersonRecord> = {}) => {
    const applied = await apply(newRecord(given));
    expect(await undo(applied)).toMatchObject({ result: 'withdrawn' });
    return applied;
  };
  const userOf = async (id: string) => (await internal<UserChanged>('GET', `/internal/users/${id}`)).body;
  const valuesOf = async ({ institutionId }: Pick<PersonRecord, 'institutionId'>) => {
    const body = { institutionIds: [institutionId] };
    const { body: found } = await internal<(KnownPerson | null)[]>('POST', '/internal/people/find', body);
    return found[0]?.values;
  };
  const requestLink = async (email: string) => {
    await client.send('POST', '/api/auth/sign-in-link', { body: { email } });
    return eventually(async () => {
      const [mail] = await readAllMails(services.mailDir, email);
      const [, token] = /\/finish-registration#(\S+)/.exec(mail?.text ?? '') ?? [];
      expect(token).toBeDefined();
      return token;
    });
  };
  const finish = (token: string | undefined) =>
    client.send<{ code?: string }>('POST', '/api/auth/registration-link/finish', {
      body: { token, password: PASSWORD, regNo: 'R1', department: 'Electronics', semester: 3 },
    });
  return { internal, apply, undo, withdrawnPerson, userOf, valuesOf, requestLink, finish };
};
export type Institution = ReturnType<typeof createInstitution>;
