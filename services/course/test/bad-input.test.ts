import { call } from '@qr-attendance/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startWorld, type World } from './support/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld([]);
});
afterAll(() => world.close());

describe('bad input', () => {
  type Who = 'nobody' | 'teacher' | 'student' | 'forger' | 'service';
  const good = { name: 'Algorithms', code: 'CS201', semester: 3 };
  const cases: [string, number, Who, string, string, unknown?][] = [
    ['no token', 401, 'nobody', 'GET', '/api/courses'],
    ["a token signed with somebody else's key", 401, 'forger', 'GET', '/api/courses'],
    ['a service token in place of a person', 401, 'service', 'POST', '/api/courses', good],
    [
      "a teacher's token on an internal route",
      401,
      'teacher',
      'GET',
      '/internal/courses/66f000000000000000000c01',
    ],
    ['a student who creates a course', 403, 'student', 'POST', '/api/courses', good],
    ['a teacher who enrols', 403, 'teacher', 'POST', '/api/courses/66f000000000000000000c01/enroll'],
    ['a teacher who looks for courses to enrol in', 403, 'teacher', 'GET', '/api/courses/available/all'],
    ['broken JSON', 400, 'teacher', 'POST', '/api/courses', '{"name": '],
    ['no body', 400, 'teacher', 'POST', '/api/courses'],
    ['a list for a body', 400, 'teacher', 'POST', '/api/courses', [good]],
    ['an empty name', 400, 'teacher', 'POST', '/api/courses', { ...good, name: '  ' }],
    [
      'a name written backwards',
      400,
      'teacher',
      'POST',
      '/api/courses',
      { ...good, name: '\u202Esmhtirogla' },
    ],
    ['a query operator for a name', 400, 'teacher', 'POST', '/api/courses', { ...good, name: { $ne: '' } }],
    ['a number for a code', 400, 'teacher', 'POST', '/api/courses', { ...good, code: 7 }],
    ['a name beyond the longest', 400, 'teacher', 'POST', '/api/courses', { ...good, name: 'x'.repeat(201) }],
    ['a list for a section', 400, 'teacher', 'POST', '/api/courses', { ...good, section: ['A'] }],
    ['a semester out of range', 400, 'teacher', 'POST', '/api/courses', { ...good, semester: 9 }],
    ['a name with a null character', 400, 'teacher', 'POST', '/api/courses', { ...good, name: 'a\u0000b' }],
    ['an id like $ne', 400, 'student', 'POST', '/api/courses/$ne/enroll'],
    ['an id of another shape', 400, 'student', 'POST', '/api/courses/123/enroll'],
    ['an id of another shape to look at', 400, 'teacher', 'GET', '/api/courses/123'],
    ['no token with a change', 401, 'nobody', 'PATCH', '/api/courses/66f000000000000000000c01'],
    ['no token for own data', 401, 'nobody', 'GET', '/api/courses/my-data'],
    ['a student who changes a course', 403, 'student', 'PATCH', '/api/courses/66f000000000000000000c01'],
    ['an id like $ne to change', 400, 'teacher', 'PATCH', '/api/courses/$ne', { sessionDefaults: {} }],
    ['an id that is not an id, asked by a service', 400, 'service', 'GET', '/internal/courses/$ne'],
    ['a limit of 0', 400, 'teacher', 'GET', '/api/courses?limit=0'],
    ['a limit beyond the largest', 400, 'teacher', 'GET', '/api/courses?limit=501'],
    ['a cursor of nobody', 400, 'teacher', 'GET', '/api/courses?cursor=abc'],
    ['a cursor with a bad id', 400, 'teacher', 'GET', `/api/courses?cursor=${btoa('["A","$ne"]')}`],
    [
      'a cursor with an object in it',
      400,
      'teacher',
      'GET',
      `/api/courses?cursor=${btoa('[{"$gt":""},"x"]')}`,
    ],
    ['an unknown path', 404, 'teacher', 'GET', '/api/courses/unknown/path'],
    ['a body too large', 413, 'teacher', 'POST', '/api/courses', { ...good, name: 'x'.repeat(300_000) }],
  ];
  const table = cases.map(([what, status, who, method, path, body]) => ({
    what,
    status,
    who,
    method,
    path,
    body,
  }));
  it.each(table)('is answered with $status: $what', async ({ status, who, method, path, body }) => {
    const { people } = world;
    const forged = `${people.teacher().token.slice(0, -4)}AAAA`;
    const token = {
      nobody: undefined,
      teacher: people.teacher().token,
      student: people.student().token,
      forger: forged,
      service: world.internalToken,
    }[who];
    const count = () => world.database.collection('courses').countDocuments();
    const before = await count();
    const answer = await call(world.url(), method, path, { token, body });
    expect(answer.status).toBe(status);
    expect(answer.body).toEqual({
      error: expect.stringMatching(/\S/),
      code: expect.stringMatching(/^[a-z_]+$/),
      requestId: answer.headers.get('x-request-id'),
      ...(answer.body['details'] ? { details: expect.any(Object) } : {}),
    });
    expect(await count()).toBe(before);
  });
});
