import { errorBodySchema } from '@qr-attendance/contracts';
import { request } from '../support/campus.ts';
import { expect, test } from '../support/test.ts';

const UNKNOWN = '66f000000000000000000000';

test('Invalid input is rejected with a clear error and changes nothing', async ({ campus, url }) => {
  const teacher = await campus.teacher();
  const other = await campus.teacher('Charles Babbage');
  const student = await campus.student();
  const course = await campus.course(teacher);
  const session = await campus.session(teacher, course);
  const newSession = { courseId: course._id, date: '2026-11-21', startTime: '2026-11-21T09:00:00Z' };

  const refused: [number, string, string, string | undefined, unknown?][] = [
    [400, 'POST', '/api/auth/login', undefined, '{"email":'],
    [400, 'POST', '/api/auth/login', undefined, { email: { $ne: null }, password: { $ne: null } }],
    [401, 'POST', '/api/auth/login', undefined, { email: 'nobody@campus.example', password: 'x' }],
    [400, 'POST', '/api/auth/register', undefined, { userType: 'ADMIN' }],
    [400, 'POST', '/api/auth/register', undefined, []],
    [401, 'GET', '/api/auth/me', undefined],
    [401, 'GET', '/api/auth/me', 'not.a.token'],
    [403, 'POST', '/api/auth/set-pin', teacher.token, { pin: '1234' }],
    [400, 'POST', '/api/auth/set-pin', student.token, { pin: 'abcd' }],
    [400, 'POST', '/api/auth/register-device', student.token, { deviceId: '$ne', deviceName: 'x' }],
    [403, 'POST', '/api/courses', student.token, { name: 'A', code: 'B', semester: 1 }],
    [400, 'POST', '/api/courses', teacher.token, { name: '  ', code: 'B', semester: 9 }],
    [400, 'POST', '/api/courses/$ne/enroll', student.token],
    [404, 'POST', `/api/courses/${UNKNOWN}/enroll`, student.token],
    [400, 'GET', '/api/sessions/$ne', teacher.token],
    [400, 'GET', '/api/sessions?courseId[$ne]=1&limit=-1', teacher.token],
    [404, 'GET', `/api/sessions/${UNKNOWN}`, teacher.token],
    [404, 'GET', `/api/sessions/${session._id}`, other.token],
    [404, 'PATCH', `/api/sessions/${session._id}`, other.token, { active: false }],
    [404, 'POST', `/api/sessions/${session._id}/refresh`, other.token, {}],
    [400, 'PATCH', `/api/sessions/${session._id}`, teacher.token, { active: true }],
    [404, 'POST', '/api/sessions', other.token, newSession],
    [400, 'POST', '/api/sessions', teacher.token, { ...newSession, locationRadius: 5 }],
    [400, 'POST', '/api/sessions', teacher.token, { ...newSession, useLocation: true }],
    [404, 'GET', '/api/sessions/verify/00000000', student.token],
    [404, 'GET', '/api/sessions/verify/$ne', student.token],
    [400, 'POST', '/api/attendance', student.token, { sessionId: session._id, status: 'PRESENT' }],
    [403, 'POST', '/api/attendance', student.token, { ticket: 'forged' }],
    [403, 'POST', '/api/attendance', teacher.token, { ticket: 'forged' }],
    [400, 'GET', '/api/attendance?sessionId=$ne', teacher.token],
    [400, 'GET', '/api/attendance?cursor=nonsense', teacher.token],
    [400, 'GET', '/api/analytics/attendance?period=ever', teacher.token],
    [404, 'GET', `/api/attendance/live?sessionId=${session._id}`, other.token],
    [404, 'GET', '/api/nothing', teacher.token],
    [404, 'GET', `/internal/sessions/${session._id}`, teacher.token],
  ];
  for (const [status, method, path, token, body] of refused) {
    const answer = await request(url, method, path, { ...(token ? { token } : {}), body });
    const what = `${method} ${path} ${JSON.stringify(body)}`;
    if (path.startsWith('/internal')) {
      expect(JSON.stringify(answer.body), what).not.toContain(course._id);
      continue;
    }
    expect({ what, status: answer.status }).toEqual({ what, status });
    const error = errorBodySchema.parse(answer.body);
    expect(error.error.length, what).toBeGreaterThan(3);
    expect(error.requestId, what).toBe(answer.headers.get('x-request-id'));
  }

  const sessions = await campus.call<unknown[]>('GET', '/api/sessions', teacher.token);
  expect(sessions).toHaveLength(1);
  expect(sessions[0]).toMatchObject({ active: true, attendanceCount: 0 });
  expect(await campus.call('GET', '/api/courses', other.token)).toEqual([]);
  const { profile } = await campus.call<{ profile: object }>('GET', '/api/auth/me', student.token);
  expect(profile).toMatchObject({ hasPin: false, registeredDevices: [] });
});

test('Another student’s ticket is rejected', async ({ campus, url }) => {
  const [teacher, grace, alan] = [
    await campus.teacher(),
    await campus.student(),
    await campus.student('Alan'),
  ];
  const course = await campus.course(teacher);
  for (const student of [grace, alan]) {
    await campus.enroll(student, course);
    await campus.prepare(student);
  }
  const { qrCode = '' } = await campus.session(teacher, course);
  const { ticket } = await campus.scan(grace, qrCode);
  const stolen = await request(url, 'POST', '/api/attendance', {
    token: alan.token,
    body: { ticket, pin: '2468', deviceId: alan.deviceId },
  });
  expect(stolen.status).toBe(403);
  expect(stolen.body).toMatchObject({ code: 'ticket_not_yours' });
});
