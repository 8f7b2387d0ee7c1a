import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ManagedPerson } from '@qr-attendance/contracts';
import { startServices, type TestServices } from '@qr-attendance/test-kit';
import { createClient, type Client } from './support/client.ts';

describe('an institution with custom departments and one kind of student number', () => {
  const INSTITUTION = JSON.stringify({ departments: ['Law', 'Medicine'], studentNumbers: ['regNo'] });
  let services: TestServices;
  let client: Client;
  beforeAll(async () => {
    services = await startServices(['auth'], { env: { auth: { INSTITUTION } } });
    client = createClient(services);
  });
  afterAll(() => services.stop());

  it('registers students and teachers of its departments', async () => {
    expect(await client.register({ department: 'Law' })).toMatchObject({ status: 201 });
    expect(await client.registerTeacher({ department: 'Medicine' })).toMatchObject({ status: 201 });
  });

  it('rejects any other department and names the field', async () => {
    const refused = {
      status: 400,
      body: { details: { fields: { department: expect.stringContaining('must be one of') } } },
    };
    expect(await client.register({ department: 'Computer Science' })).toMatchObject(refused);
    expect(await client.registerTeacher({ department: 'Electronics' })).toMatchObject(refused);
  });

  it('requires its number, and does not store numbers that it does not use', async () => {
    expect(await client.register({ department: 'Law', regNo: undefined })).toMatchObject({
      status: 400,
      body: { details: { fields: { regNo: 'is required' } } },
    });
    expect(await client.register({ department: 'Law', usn: undefined, regNo: 'R-17' })).toMatchObject({
      status: 201,
      body: { profile: { usn: '', regNo: 'R-17' } },
    });
    expect(await client.register({ department: 'Law', usn: 'U-17' })).toMatchObject({
      status: 201,
      body: { profile: { usn: '' } },
    });
  });

  it('can filter people by any department, even an unknown one', async () => {
    const { token } = await client.makeAdmin();
    const list = (department: string) =>
      client.send<ManagedPerson[]>('GET', `/api/auth/people?${new URLSearchParams({ department })}`, {
        token,
      });
    expect((await list('Law')).body.map(({ department }) => department)).toContain('Law');
    expect(await list('Alchemy')).toMatchObject({ status: 200, body: [] });
  });
});
