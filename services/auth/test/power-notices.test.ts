import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { coursePowerUsed, type PowerUsed, unitChanged } from '@qr-attendance/contracts/events';
import { samples } from '@qr-attendance/contracts/samples';
import { connectPostgresEventBus, createEvent } from '@qr-attendance/messaging';
import { createLogger } from '@qr-attendance/observability';
import { eventually, startServices, type TestServices } from '@qr-attendance/test-kit';
import { createClient, type Client } from './support/client.ts';
import { readMails } from './support/emails.ts';

let services: TestServices;
let client: Client;
let bus: Awaited<ReturnType<typeof connectPostgresEventBus>>;
beforeAll(async () => {
  services = await startServices(['auth']);
  client = createClient(services);
  bus = await connectPostgresEventBus({ url: services.busUrl, log: createLogger('test', 'silent') });
});
afterAll(async () => {
  await bus.close();
  await services.stop();
});

const verified = async (name = 'Ada Lovelace') => {
  const teacher = await client.registerTeacher({ name });
  await client.countAsVerified(teacher.email);
  return teacher;
};
const publish = async (changes: Partial<PowerUsed>): Promise<void> => {
  const used: PowerUsed = {
    id: randomUUID(),
    what: 'staff_added',
    at: new Date().toISOString(),
    receivers: [],
    administrators: false,
    object: 'Algorithms',
    version: 1,
    ...changes,
  };
  await bus.publish(createEvent(coursePowerUsed, used.id, used));
};
const textsTo = async (email: string) => (await readMails(services.mailDir, email)).map(({ text }) => text);
const arrives = (email: string, text: string) =>
  eventually(async () => expect((await textsTo(email)).join('\n')).toContain(text));
const sendNow = (id: string) =>
  client.query("UPDATE mails SET due_at = now() WHERE user_id = $1 AND kind = 'notices'", [id]);

describe('an email about an administrative action', () => {
  it('states who did what to whom, in the recipient’s language', async () => {
    const [owner, thief] = [await verified(), await verified('Mallory')];
    await client.query("UPDATE users SET language = 'de' WHERE id = $1", [owner.id]);
    await publish({ by: thief.id, person: thief.id, role: 'co-teacher', receivers: [owner.id] });
    await arrives(
      owner.email,
      'Mallory hat Mallory zu dieser Veranstaltung hinzugefügt (weitere Lehrperson).',
    );
  });

  it('cannot be switched off', async () => {
    const owner = await verified();
    await client.query("UPDATE users SET notices_off = '{all}' WHERE id = $1", [owner.id]);
    await publish({ what: 'course_deleted', by: owner.id, receivers: [owner.id] });
    await arrives(owner.email, 'Ada Lovelace deleted this course.');
    expect((await textsTo(owner.email)).join('\n')).not.toContain('/unsubscribe#');
  });

  it('combines many changes, and lists equal ones once', async () => {
    const owner = await verified();
    await publish({ what: 'enrollment_changed', by: owner.id, receivers: [owner.id] });
    await arrives(owner.email, 'changed who may enroll');
    for (let n = 0; n < 40; n += 1) {
      await publish({ what: 'course_moved', by: owner.id, receivers: [owner.id] });
      await publish({ what: 'series_deleted', by: owner.id, object: `Course ${n}`, receivers: [owner.id] });
    }
    await eventually(async () => {
      const waiting = await client.query('SELECT FROM notices WHERE user_id = $1', [owner.id]);
      expect(waiting).toHaveLength(81);
    });
    expect(await textsTo(owner.email)).toHaveLength(1);
    await sendNow(owner.id);
    await arrives(owner.email, 'more changes are in the app.');
    const texts = await textsTo(owner.email);
    expect(texts).toHaveLength(2);
    expect(texts[1]?.match(/moved this course/g)).toHaveLength(1);
    expect(texts[1]?.length).toBeLessThan(4_000);
  });

  it('is sent once to a person with a new role in a unit', async () => {
    const person = await verified();
    const addedAt = new Date().toISOString();
    const member = { userId: person.id, role: 'institution-administrator', addedBy: person.id, addedAt };
    for (const version of [2, 3]) {
      const unit = { ...samples.unitChanged, staff: [member], version };
      await bus.publish(createEvent(unitChanged, unit.id, unit as never));
    }
    await arrives(person.email, 'gave you a role in this unit (institution administrator).');
    const rows = await client.query('SELECT FROM notices WHERE user_id = $1', [person.id]);
    expect(rows).toHaveLength(1);
  });
});

describe('an administrator’s change to an account', () => {
  it('is emailed to the account’s owner, even if suspended, and to the other administrators', async () => {
    const [admin, colleague] = [await client.makeAdmin(), await client.makeAdmin()];
    const person = await verified('Grace Hopper');
    const act = (action: string) =>
      client.send('POST', `/api/auth/people/${person.id}/${action}`, {
        token: admin.token,
        body: { reason: 'As agreed' },
      });
    expect((await act('suspend')).status).toBe(200);
    await arrives(person.email, 'Alan Turing suspended the account of Grace Hopper.');
    await sendNow(colleague.id);
    await arrives(colleague.email, 'Alan Turing suspended the account of Grace Hopper.');
    expect((await act('erase')).status).toBe(204);
    await arrives(person.email, 'Your account and everything that identifies you were erased.');
    await eventually(async () => {
      const kept = await client.query('SELECT FROM mails WHERE details::text LIKE $1', [`%${person.email}%`]);
      expect(kept).toEqual([]);
    });
  });

  it('is emailed to all administrators if it creates an invite code', async () => {
    const [admin, colleague] = [await client.makeAdmin(), await client.makeAdmin()];
    const body = { note: 'Physics' };
    await client.send('POST', '/api/auth/invites', { token: admin.token, body });
    for (const { id, email } of [admin, colleague]) {
      await sendNow(id);
      await arrives(email, 'Alan Turing created an invite code');
    }
  });
});

describe('a change to a student’s security settings', () => {
  it('is emailed to the student', async () => {
    const { token, email } = await client.register();
    await client.countAsVerified(email);
    for (const pin of ['2468', '1357'])
      await client.send('POST', '/api/auth/set-pin', { token, body: { pin } });
    const checks = (requirePin: boolean) => ({
      requirePin,
      requireBiometric: false,
      requireDeviceVerification: false,
      requireSelfie: false,
    });
    for (const isRequired of [true, false])
      await client.send('POST', '/api/auth/update-security', {
        token,
        body: { securityPreferences: checks(isRequired) },
      });
    await arrives(email, 'The PIN for your attendance was changed or removed.');
    await arrives(email, 'were switched off.');
  });
});
