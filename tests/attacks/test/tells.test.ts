import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { allRoutes, type RouteContract, type Unit } from '@qr-attendance/contracts';
import { hashSecret } from '@qr-attendance/server';
import {
  createDevice,
  eventually,
  startServices,
  type TestServices,
  totpCodeOf,
} from '@qr-attendance/test-kit';
import pg from 'pg';
import { PASSWORD } from '../src/target/people.ts';
import { readMail } from '../src/target/read-mail.ts';
import { beginSignIn, setUpSecondFactor } from '../src/target/second-factors.ts';
import type { RequestInput } from './support/ask.ts';
import { type Campus, openCampus } from './support/campus.ts';
import { createProvider } from './support/ask-about-providers.ts';
import { requests } from './support/requests.ts';
import type { CallerName } from './support/role-table.ts';

/** Records the names of all emails, because the outbox loses them after sending. */
const RECORD = `
  CREATE TABLE recorded (number serial, message text);
  CREATE FUNCTION record_mail() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN INSERT INTO recorded (message) VALUES (NEW.kind); RETURN NULL; END $$;
  CREATE FUNCTION record_notice() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN INSERT INTO recorded (message) VALUES (NEW.details -> 'used' ->> 'what'); RETURN NULL; END $$;
  CREATE TRIGGER record_mail AFTER INSERT ON mails FOR EACH ROW EXECUTE FUNCTION record_mail();
  CREATE TRIGGER record_notice AFTER INSERT ON notices FOR EACH ROW EXECUTE FUNCTION record_notice();`;

let services: TestServices;
let campus: Campus;
let database: pg.Client;
beforeAll(async () => {
  services = await startServices(['auth', 'course', 'session', 'attendance']);
  campus = await openCampus(services);
  database = new pg.Client({ connectionString: services.databases.auth });
  await database.connect();
  await database.query(RECORD);
});
afterAll(async () => {
  await database.end();
  await services.stop();
});

const nameOf = ({ method, path }: RouteContract): string => `${method.toUpperCase()} ${path}`;
const mailed = (email: string, pattern: RegExp) => readMail(services.mailDir, email, pattern);

/** Requests that have an effect. The requests in the table of roles only show who may send them. */
const changing: Record<string, () => Promise<RequestInput>> = {
  'POST /api/attendance/refused/confirm': async () => {
    const { people, lesson, openSession } = campus;
    const student = await people.member(lesson);
    const another = { ...student, device: createDevice() };
    await people.registerDevice(another);
    const session = await openSession({ requireDevice: true });
    await people.mark(another, await people.scan(another, { ...lesson, session }));
    return { body: { sessionId: session._id, studentId: student.id } };
  },
  'POST /api/auth/account-check': async () => ({
    as: await campus.people.student(),
    body: { devices: [], passkeys: [], pin: true },
  }),
  'POST /api/auth/email-address/verify': async () => {
    const teacher = await campus.people.teacher();
    await verifyEverybody();
    const email = `new.${teacher.email}`;
    const body = { email, password: PASSWORD };
    await campus.people.must('POST', '/api/auth/email-address/change', { token: teacher.token, body });
    return { body: { token: await mailed(email, /\/verify-email#(\S+)/), password: PASSWORD } };
  },
  'POST /api/auth/reset-password': async () => {
    const { email } = await campus.people.teacher();
    await verifyEverybody();
    await campus.people.must('POST', '/api/auth/forgot-password', { body: { email } });
    return { body: { token: await mailed(email, /\/reset-password#(\S+)/), password: PASSWORD } };
  },
  'DELETE /api/auth/identities/:id': async () => {
    const as = await campus.people.student();
    const provider = await createProvider(campus);
    const { rows } = await database.query<{ id: string }>(
      `INSERT INTO external_identities (id, provider_id, issuer, subject, user_id)
       SELECT gen_random_uuid(), id, issuer, 'x', $2 FROM identity_providers WHERE id = $1 RETURNING id`,
      [provider, as.id],
    );
    return { as, params: { id: rows[0]?.id ?? '' } };
  },
  'POST /api/auth/sign-in/second-factor': async () => {
    const teacher = await campus.people.teacher();
    const { recoveryCodes } = await setUpSecondFactor(campus.people, teacher);
    const body = { recoveryCode: recoveryCodes[0], remember: false };
    return { headers: await beginSignIn(campus.people, teacher), body };
  },
  'POST /api/auth/sign-in/second-factor/activation': async () => {
    const { id } = await campus.people.teacher();
    await database.query(
      `INSERT INTO sign_in_challenges (hash, user_id, sign_outs, by_password, expires_at)
       VALUES ($1, $2, 0, true, now() + interval '1 minute')`,
      [hashSecret('a-challenge'), id],
    );
    const headers = { cookie: 'qr_second_factor=a-challenge' };
    const path = '/api/auth/sign-in/second-factor/setup';
    const { secret } = await campus.people.must<{ secret: string }>('POST', path, { headers });
    return { headers, body: { code: totpCodeOf(secret) } };
  },
  'POST /api/auth/people/:id/restore': async () => {
    const { id } = await campus.people.student();
    const { token } = campus.admin;
    const path = `/api/auth/people/${id}/suspend`;
    await campus.people.must('POST', path, { token, body: { reason: 'Lent out a key' } });
    return { params: { id } };
  },
  'POST /api/auth/people/:id/undo-merge': async () => {
    const [merged, kept] = [await campus.people.student(), await campus.people.student()];
    const { token } = campus.admin;
    const body = { into: kept.id, reason: 'The same student' };
    await campus.people.must('POST', `/api/auth/people/${merged.id}/merge`, { token, body });
    return { params: { id: merged.id }, body: { reason: 'Two students' } };
  },
  'POST /api/auth/update-security': async () => ({
    ...(await requests['POST /api/auth/update-security']?.(campus, 'student')),
    as: await campus.people.student('Stan Student', { requirePin: true }),
  }),
  'PUT /api/courses/:id': async () => {
    const unit = await createUnit();
    const ask = await requests['PUT /api/courses/:id']?.(campus, 'teacher');
    return { ...ask, body: { ...(ask?.body as object), unitId: unit._id } };
  },
  'PUT /api/units/:id': async () => {
    const parent = await createUnit();
    const ask = await requests['PUT /api/units/:id']?.(campus, 'admin');
    return { ...ask, body: { ...(ask?.body as object), parentId: parent._id } };
  },
};
const createUnit = (): Promise<Unit> =>
  campus.people.must<Unit>('POST', '/api/units', {
    token: campus.admin.token,
    body: { kind: 'faculty', name: crypto.randomUUID() },
  });
/** An unverified address receives only links. */
const verifyEverybody = () => database.query('UPDATE users SET email_verified = true WHERE registered');

const CALLERS: Record<string, CallerName> = {
  anyone: 'nobody',
  student: 'student',
  'signed-in': 'student',
  teacher: 'teacher',
  staff: 'admin',
  admin: 'admin',
};
const send = async (route: RouteContract): Promise<number> => {
  const caller = CALLERS[route.access] ?? 'admin';
  const name = nameOf(route);
  const ask = (await (changing[name]?.() ?? requests[name]?.(campus, caller))) ?? {};
  await verifyEverybody();
  await database.query('TRUNCATE recorded');
  const path = route.path.replace(/:(\w+)/g, (_whole, part: string) => ask.params?.[part] ?? '');
  const token = (ask.as ?? campus.persons[caller])?.token;
  const response = await fetch(campus.urls[route.service as keyof typeof campus.urls] + path, {
    method: route.method.toUpperCase(),
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(ask.body !== undefined && { 'content-type': 'application/json' }),
      ...ask.headers,
    },
    ...(ask.body !== undefined && { body: JSON.stringify(ask.body) }),
  });
  await response.body?.cancel();
  return response.status;
};

const declared = allRoutes.filter(({ tells }) => tells !== undefined);
const routesWithEmail = declared.filter(({ tells }) => Array.isArray(tells));

describe('a change that affects other people or lasts beyond the sign-in', () => {
  it.each(routesWithEmail.map((route) => [nameOf(route), route] as const))(
    'sends an email: %s',
    async (_name, route) => {
      expect(await send(route)).toBeLessThan(300);
      await eventually(async () => {
        const { rows } = await database.query<{ message: string }>('SELECT message FROM recorded');
        const messages = rows.map(({ message }) => message);
        expect(messages.some((message) => (route.tells as readonly string[]).includes(message))).toBe(true);
      });
    },
  );

  it('sends no email only if it affects nobody else', () => {
    const silent = declared.filter((route) => !routesWithEmail.includes(route));
    expect(silent.map(nameOf).toSorted()).toEqual([
      'POST /api/auth/extend-sign-in',
      'POST /api/auth/identities',
      'POST /api/auth/passkeys/registration-options',
      'POST /api/auth/registration-link/finish',
      'POST /api/auth/second-factor/setup',
      'POST /api/auth/sign-in/second-factor/registration-options',
      'POST /api/auth/sign-in/second-factor/setup',
    ]);
  });
});
