import type { ManagedPerson } from '@qr-attendance/contracts';
import { startServices, type TestServices } from '@qr-attendance/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createClient, type Client } from './support/client.ts';
import { createInstitution, type Institution, newRecord } from './support/institution.ts';

let services: TestServices;
let client: Client;
let institution: Institution;
let admin: { token: string };
beforeAll(async () => {
  services = await startServices(['auth']);
  client = createClient(services);
  institution = createInstitution(services, client);
  admin = await client.makeAdmin();
});
afterAll(() => services.stop());

const runOn = (day: string): string =>
  `${(Date.parse(`${day}T08:00:00Z`) / 1_000).toString(16)}${'0'.repeat(16)}`;
const [FIRST, SECOND] = [runOn('2026-10-03'), runOn('2026-10-04')];

const find = async (id: string, filter = ''): Promise<ManagedPerson | undefined> =>
  (
    await client.send<ManagedPerson[]>('GET', `/api/auth/people?search=${id}${filter}`, {
      token: admin.token,
    })
  ).body[0];

describe('the source of a person (rule 18)', () => {
  it('is listed with the date of the last import and with local changes', async () => {
    const record = newRecord({ department: 'Physics', semester: 3 });
    const { id } = await institution.apply(record, { run: FIRST });
    expect((await find(id))?.source).toEqual({ source: 'files', statedAt: '2026-10-03T08:00:00.000Z' });
    await institution.apply(record, { run: SECOND });
    await client.query("UPDATE users SET name = 'Rosa Corrected', version = version + 1 WHERE id = $1", [id]);
    expect((await find(id))?.source).toEqual({
      source: 'files',
      statedAt: '2026-10-04T08:00:00.000Z',
      changedHere: [{ field: 'name', stated: record.name }],
    });
    await institution.undo({ run: SECOND, record });
    expect((await find(id))?.source?.statedAt).toBe('2026-10-03T08:00:00.000Z');
  });

  it('is missing for a person whom no file states or whose only import was undone', async () => {
    const account = await client.register();
    expect(await find(encodeURIComponent(account.email))).not.toHaveProperty('source');
    const { id } = await institution.withdrawnPerson();
    const withdrawn = await find(id, '&state=withdrawn');
    expect(withdrawn?.withdrawnAt).toBeDefined();
    expect(withdrawn).not.toHaveProperty('source');
  });
});
