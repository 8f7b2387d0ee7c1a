import { describe, expect, test } from '@jest/globals';
import { z } from 'zod/mini';
import { routes, type RouteContract } from '../src/index.ts';

/**
 * Lists that stay short, because each belongs to a single record, session, course, period, person, unit or
 * institution.
 */
const SHORT = [
  '/api/analytics/attendance',
  '/api/attendance/:id/history',
  '/api/attendance/attempts',
  '/api/attendance/history-roots',
  '/api/auth/identities',
  '/api/auth/identity-providers',
  '/api/auth/identity-providers/:id/failures',
  '/api/auth/notices',
  '/api/auth/providers',
  '/api/calendar',
  '/api/courses/of-student/:studentId',
  '/api/series',
  '/api/units/own-roles',
  '/internal/units/:id/path',
];

const lists = Object.values(routes)
  .flatMap((ofService) => Object.values<RouteContract>(ofService))
  .filter(({ method, answer }) => method === 'get' && answer instanceof z.ZodMiniArray)
  .filter(({ path }) => !SHORT.includes(path));

describe('a potentially long list', () => {
  test.each(lists.map(({ path, query }) => [path, query] as const))('is paged: %s', (path, query) => {
    const choices = path === '/api/imports/open-lines' ? { kind: 'people', state: 'pending' } : {};
    expect(query?.safeParse({ ...choices, limit: '7', cursor: 'next' }).data).toMatchObject({
      limit: 7,
      cursor: 'next',
    });
    expect(query?.safeParse({ limit: '501' }).success).toBe(false);
  });
});
