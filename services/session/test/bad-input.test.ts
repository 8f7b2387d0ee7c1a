import { call } from '@qr-attendance/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createClass, newId } from './support/class.ts';
import { startWorld, type World } from './support/world.ts';

let world: World;
let sessionId: string;
let courseId: string;
let teacherToken: string;
beforeAll(async () => {
  world = await startWorld();
  const room = createClass(world);
  const teacher = world.people.teacher();
  teacherToken = teacher.token;
  courseId = room.giveCourse(teacher);
  sessionId = (await room.create(teacher, room.newSession(courseId))).body._id;
});
afterAll(() => world.close());

type CallerKind = 'nobody' | 'teacher' | 'student' | 'forger' | 'service';
interface Case {
  what: string;
  status: number;
  who: CallerKind;
  method: string;
  path: string;
  body?: unknown;
}
const post = (what: string, more: object | string | undefined, status = 400): Case => {
  const good = { courseId: '$course', date: '2026-09-14', startTime: '2026-09-14T09:00:00Z' };
  const body = typeof more === 'object' ? { ...good, ...more } : more;
  return { what, status, who: 'teacher', method: 'POST', path: '/api/sessions', body };
};
const on = (
  what: string,
  status: number,
  who: CallerKind,
  method: string,
  path: string,
  body?: unknown,
): Case => ({
  what,
  status,
  who,
  method,
  path,
  body,
});
const cases: Case[] = [
  post('broken JSON', '{"courseId": '),
  post('no body', undefined),
  post('null for a body', 'null'),
  post('a query operator for a course', { courseId: { $ne: null } }),
  post('an id like $ne for a course', { courseId: '$ne' }),
  post('an unknown course', { courseId: newId() }, 404),
  post('a day that is none', { date: '2026-02-30' }),
  post('a time without an offset', { startTime: '2026-09-14T09:00:00' }),
  post('a start in a year with five digits', { startTime: '9999-12-31T23:30:00-01:00' }),
  post('an end in a year with five digits', { endTime: '9999-12-31T23:30:00-01:00' }),
  post('an end before the start', { endTime: '2026-09-14T08:59:00Z' }),
  post('a class of more than 24 hours', { endTime: '2026-09-15T09:01:00Z' }),
  post('a radius too small', { locationRadius: 9 }),
  post('a radius too large', { locationRadius: 1001 }),
  post('a check of the room without the room', { useLocation: true }),
  post('a latitude beyond the pole', { useLocation: true, location: { latitude: 91, longitude: 0 } }),
  post('an interval that is not offered', { refreshInterval: 1 }),
  post('a lateness below zero', { lateAfterMinutes: -1 }),
  on('no token', 401, 'nobody', 'GET', '/api/sessions'),
  on('no token with a code', 401, 'nobody', 'GET', '/api/sessions/verify/ABCDEFGH'),
  on("a token with somebody else's signature", 401, 'forger', 'PATCH', '/api/sessions/$id', {
    active: false,
  }),
  on("a service's token in place of a person's", 401, 'service', 'GET', '/api/sessions/$id'),
  on("a teacher's token on an internal route", 401, 'teacher', 'GET', '/internal/sessions/$id'),
  on('a student who ends', 403, 'student', 'PATCH', '/api/sessions/$id', { active: false }),
  on('an id like $ne', 400, 'teacher', 'GET', '/api/sessions/$ne'),
  on('an id of another shape', 400, 'teacher', 'POST', '/api/sessions/123/refresh'),
  on('an unknown session', 404, 'teacher', 'PATCH', `/api/sessions/${newId()}`, { active: false }),
  on('an unknown session, asked by a service', 404, 'service', 'GET', `/internal/sessions/${newId()}`),
  on('a try to reactivate', 400, 'teacher', 'PATCH', '/api/sessions/$id', { active: true }),
  on('an end time that is none', 400, 'teacher', 'PATCH', '/api/sessions/$id', { active: false, endTime: 1 }),
  on('a refresh by an interval not offered', 400, 'teacher', 'POST', '/api/sessions/$id/refresh', {
    refreshInterval: 31,
  }),
  on('a refresh with a list', 400, 'teacher', 'POST', '/api/sessions/$id/refresh', []),
  on('a filter that is no course', 400, 'teacher', 'GET', '/api/sessions?courseId=$ne'),
  on('a query operator for a filter', 400, 'teacher', 'GET', '/api/sessions?active[$ne]=true&active=yes'),
  on('a limit beyond the largest', 400, 'teacher', 'GET', '/api/sessions?limit=501'),
  on('a cursor of nobody', 400, 'teacher', 'GET', '/api/sessions?cursor=abc'),
  on('a cursor with a bad id', 400, 'teacher', 'GET', `/api/sessions?cursor=${btoa('["2026","$ne"]')}`),
  on('a code with a broken escape', 400, 'teacher', 'GET', '/api/sessions/verify/%zz'),
  on('no token for own data', 401, 'nobody', 'GET', '/api/sessions/my-data'),
  on('a student who asks for defaults', 403, 'student', 'GET', '/api/sessions/defaults?courseId=x'),
  on('defaults of no course', 400, 'teacher', 'GET', '/api/sessions/defaults'),
  on('defaults of two courses', 400, 'teacher', 'GET', '/api/sessions/defaults?courseId=a&courseId=b'),
  on('a scan without a body', 400, 'nobody', 'POST', '/api/sessions/scans'),
  on('a scan with a list for a code', 400, 'nobody', 'POST', '/api/sessions/scans', { code: ['ABCDEFGH'] }),
  on('a scan to redeem without a token', 401, 'nobody', 'POST', '/api/sessions/scans/redeem', { scan: 'x' }),
  on('a scan to redeem without a key', 400, 'student', 'POST', '/api/sessions/scans/redeem', { scan: 'x' }),
  on('a scan to redeem that is far too long', 400, 'student', 'POST', '/api/sessions/scans/redeem', {
    scan: 'x'.repeat(2001),
  }),
  on('a student who deletes', 403, 'student', 'DELETE', '/api/sessions/$id'),
  on('an edit without a body', 400, 'teacher', 'PUT', '/api/sessions/$id'),
  on('an edit to a year with five digits', 400, 'teacher', 'PUT', '/api/sessions/$id', {
    version: 1,
    date: '9999-12-31',
    startTime: '9999-12-31T23:30:00-01:00',
    lateAfterMinutes: 10,
  }),
  on('an edit with a list', 400, 'teacher', 'PUT', '/api/sessions/$id', []),
  on('a student who cancels', 403, 'student', 'POST', '/api/sessions/$id/cancel'),
  on('an id of another shape to cancel', 400, 'teacher', 'POST', '/api/sessions/123/cancel'),
  on('an unknown session to reopen', 404, 'teacher', 'POST', `/api/sessions/${newId()}/reopen`),
  on('an unknown path', 404, 'teacher', 'DELETE', '/api/sessions/$id/codes'),
];

describe('bad input', () => {
  it.each(cases)('is answered with $status: $what', async ({ status, who, method, path, body }) => {
    const token = {
      nobody: undefined,
      teacher: teacherToken,
      student: world.people.student().token,
      forger: `${teacherToken.slice(0, -4)}AAAA`,
      service: world.internalToken,
    }[who];
    const snapshot = () => world.database.collection('sessions').find({}).project({ outbox: 0 }).toArray();
    const before = await snapshot();
    const filled =
      body === undefined || typeof body === 'string'
        ? body
        : JSON.stringify(body).replace('$course', courseId);
    const answer = await call(world.url(), method, path.replace('$id', sessionId), { token, body: filled });
    expect(answer.status).toBe(status);
    expect(answer.body).toEqual({
      error: expect.stringMatching(/\S/),
      code: expect.stringMatching(/^[a-z_]+$/),
      requestId: answer.headers.get('x-request-id'),
      ...(answer.body['details'] ? { details: expect.any(Object) } : {}),
    });
    expect(await snapshot()).toEqual(before);
  });
});
