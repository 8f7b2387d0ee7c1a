import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, startServices, type TestServices } from '@qr-attendance/test-kit';
import pg from 'pg';
import { createClient, type Client } from './support/client.ts';
import { createInstitution, type Institution, newRecord } from './support/institution.ts';

let services: TestServices;
let client: Client;
let institution: Institution;
beforeAll(async () => {
  services = await startServices(['auth']);
  client = createClient(services);
  institution = createInstitution(services, client);
});
afterAll(() => services.stop());

describe('rule 8: a person withdrawn by an undo', () => {
  it('cannot use an earlier registration link, even after being restored', async () => {
    const record = newRecord();
    const applied = await institution.apply(record);
    const token = await institution.requestLink(record.email);
    expect(await institution.undo(applied)).toMatchObject({ result: 'withdrawn' });
    const worthless = { status: 400, body: { code: 'registration_link_invalid' } };
    expect(await institution.finish(token)).toMatchObject(worthless);
    expect(await institution.apply(record)).toMatchObject({ outcome: 'restated', id: applied.id });
    expect(await institution.finish(token)).toMatchObject(worthless);
    expect(await institution.userOf(applied.id)).toMatchObject({ registered: false });
  });

  it('has either registered or been withdrawn if both happen at the same time', async () => {
    for (let round = 0; round < 3; round += 1) {
      const record = newRecord();
      const applied = await institution.apply(record);
      const token = await institution.requestLink(record.email);
      const [{ status }, result] = await Promise.all([
        institution.finish(token),
        pause(150 * round).then(() => institution.undo(applied)),
      ]);
      const { registered, withdrawn = false } = await institution.userOf(applied.id);
      expect([registered, withdrawn]).toEqual([status === 201, status !== 201]);
      if (status === 201) expect(result).toMatchObject({ result: 'kept', code: 'registered' });
    }
  });

  it('is restored even if somebody registers the address at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, record } = await institution.withdrawnPerson();
      const [applied, registered] = await Promise.all([
        institution.apply(record),
        client.register({ email: record.email }),
      ]);
      expect(applied).toMatchObject({ outcome: 'restated', id });
      // The record may take the new account over before its tokens are issued, which ends its sign-ins.
      expect([201, 401, 409]).toContain(registered.status);
      expect(await institution.userOf(id)).toMatchObject({ email: record.email, erased: false });
    }
  });

  it('is not restored if somebody else gets the address between the check and the change', async () => {
    const { record } = await institution.withdrawnPerson();
    const other = new pg.Client({ connectionString: services.databases.auth });
    await other.connect();
    await other.query('BEGIN');
    await other.query(
      `INSERT INTO users (id, name, email, email_key, password_hash, user_type, email_verified)
       VALUES (gen_random_uuid(), 'Alan Turing', $1, $1, 'none', 'ADMIN', true)`,
      [record.email],
    );
    const applying = institution.apply(record);
    await eventually(async () => {
      const sql = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      expect(await client.query(sql)).toHaveLength(1);
    });
    await other.query('COMMIT');
    await other.end();
    expect(await applying).toMatchObject({ outcome: 'refused', code: 'email_taken' });
  });
});
