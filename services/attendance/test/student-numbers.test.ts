import { randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { userChanged } from '@qr-attendance/contracts/events';
import { makeEvent } from '@qr-attendance/messaging';
import { eventually } from '@qr-attendance/test-kit';
import { startCampus, type Campus } from './campus.ts';
import { startOwner } from './stand-in-owner.ts';

const register = async ({ services }: Campus, n: number): Promise<string> => {
  const response = await fetch(`${services.urls.auth}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'Grace Hopper',
      email: `${randomUUID()}@campus.example`,
      password: 'correct horse battery',
      userType: 'STUDENT',
      usn: `USN-${n}`,
      regNo: `REG-${n}`,
      department: 'Electronics',
      semester: 3,
    }),
  });
  const { user } = (await response.json()) as { user: { _id: string } };
  return user._id;
};
const numbersOf = async ({ database }: Campus, ids: string[]) => {
  const { rows } = await database.query<{ usn: string | null; reg_no: string | null }>(
    'SELECT usn, reg_no FROM people WHERE id = ANY($1) ORDER BY array_position($1, id)',
    [ids],
  );
  return rows.map(({ usn, reg_no }) => [usn, reg_no]);
};
/** As after an upgrade: rows that the release before wrote, and a replica that starts. */
const forgetNumbers = async ({ database, services }: Campus) => {
  await database.query('UPDATE people SET usn = NULL, reg_no = NULL');
  await database.query(`UPDATE number_requests SET asked_at = '-infinity'`);
  await services.restart('attendance');
};
const PATIENCE = { withinMs: 30_000 };

it('numbers of students come by event, and are told again after an upgrade without anybody’s doing', async () => {
  const campus = await startCampus({}, ['auth', 'attendance']);
  const ids = [await register(campus, 1), await register(campus, 2), await register(campus, 3)];
  const all = [1, 2, 3].map((n) => [`USN-${n}`, `REG-${n}`]);
  await eventually(async () => expect(await numbersOf(campus, ids)).toEqual(all), PATIENCE);
  await forgetNumbers(campus);
  await eventually(async () => expect(await numbersOf(campus, ids)).toEqual(all), PATIENCE);
  await campus.stop();
}, 90_000);

it('auth of the release before is asked for no batch, and takes no number away', async () => {
  const auth = await startOwner();
  const campus = await startCampus({ urls: { auth: auth.url } });
  const [id, unknown] = [randomUUID(), randomUUID()].toSorted() as [string, string];
  const told = {
    name: 'Grace',
    email: `${id}@campus.example`,
    userType: 'STUDENT',
    suspended: false,
    erased: false,
  };
  const publish = (changes: object) =>
    campus.bus.publish(makeEvent(userChanged, id, { ...told, id, version: 1, ...changes }));
  await publish({});
  await campus.bus.publish(makeEvent(userChanged, unknown, { ...told, id: unknown, version: 1 }));
  await eventually(async () => expect(await numbersOf(campus, [id, unknown])).toHaveLength(2));
  auth.answers.set(`/internal/users/${id}`, { ...told, id, version: 1 });
  await forgetNumbers(campus);
  await eventually(() => expect(auth.asked).toEqual([`GET /internal/users/${id}`]), PATIENCE);

  await publish({ usn: 'U', regNo: 'R', version: 2 });
  await eventually(async () => expect(await numbersOf(campus, [id])).toEqual([['U', 'R']]));
  await publish({ name: 'Grace H.', version: 3 });
  await eventually(async () =>
    expect((await campus.database.query('SELECT usn, name FROM people WHERE id = $1', [id])).rows).toEqual([
      { usn: 'U', name: 'Grace H.' },
    ]),
  );
  // Whom auth does not know keeps nobody else waiting.
  await campus.database.query(`UPDATE number_requests SET asked_at = '-infinity'`);
  await campus.services.restart('attendance');
  await eventually(async () => expect(await numbersOf(campus, [unknown])).toEqual([['', '']]), PATIENCE);
  expect(auth.asked.filter((call) => call.startsWith('POST'))).toEqual([]);
  await campus.stop();
  auth.stop();
}, 90_000);

it('numbers go with an erased person, whichever replica hears of it', async () => {
  const campus = await startCampus();
  const id = randomUUID();
  const told = { id, name: 'Grace', email: `${id}@campus.example`, userType: 'STUDENT', suspended: false };
  const numbers = { usn: 'U', regNo: 'R' };
  await campus.bus.publish(makeEvent(userChanged, id, { ...told, ...numbers, erased: false, version: 1 }));
  await eventually(async () => expect(await numbersOf(campus, [id])).toEqual([['U', 'R']]));
  // As the release before writes it.
  await campus.database.query('UPDATE people SET erased = true WHERE id = $1', [id]);
  expect(await numbersOf(campus, [id])).toEqual([[null, null]]);
  await campus.bus.publish(makeEvent(userChanged, id, { ...told, ...numbers, erased: true, version: 2 }));
  await eventually(async () =>
    expect((await campus.database.query('SELECT version, usn FROM people WHERE id = $1', [id])).rows).toEqual(
      [{ version: 2, usn: null }],
    ),
  );
  await campus.stop();
}, 60_000);
