import { describe, expect, test } from '@jest/globals';
import { z } from 'zod/mini';
import {
  allRoutes,
  attendanceRecordSchema,
  attendanceStatusSchema,
  auditEntrySchema,
  knownOrOther,
  userSchema,
} from '../src/index.ts';
import { eventSchema, topics } from '../src/events/index.ts';
import { nextEvents } from '../src/samples/next.ts';

interface Node {
  enum?: unknown[];
  const?: unknown;
  anyOf?: Node[];
  type?: string;
  additionalProperties?: unknown;
  [key: string]: unknown;
}
const isOpen = (choice: Node) => choice.type === 'string' && choice.enum === undefined;

const findClosed = (node: unknown, path = ''): string[] => {
  if (typeof node !== 'object' || node === null) return [];
  if (Array.isArray(node)) return node.flatMap((one, index) => findClosed(one, `${path}/${index}`));
  const { anyOf, ...rest } = node as Node;
  const closed = rest.enum !== undefined || rest.const !== undefined || rest.additionalProperties === false;
  const choices = anyOf?.some(isOpen) ? [] : findClosed(anyOf, `${path}/anyOf`);
  const parts = Object.entries(rest).filter(([key]) => key !== 'enum');
  return [
    ...(closed ? [path] : []),
    ...choices,
    ...parts.flatMap(([key, part]) => findClosed(part, `${path}/${key}`)),
  ];
};
/** A key of another type needs a new field, because current releases could not verify its signatures. */
const FORMAT_OF_KEYS = /\/key\/properties\/(kty|crv)$/;
const closedIn = (schema: z.ZodMiniType) =>
  findClosed(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })).filter(
    (path) => !FORMAT_OF_KEYS.test(path),
  );

/** Enums that never get new values: WebAuthn defines them, or there are no alternatives. */
const FIXED = [
  'POST /api/auth/set-pin',
  'POST /api/auth/passkeys/registration-options',
  'POST /api/auth/passkeys/proof-options',
  'POST /api/auth/sign-in/second-factor/passkey-options',
  'POST /api/auth/sign-in/second-factor/registration-options',
  'POST /api/attendance/passkey-challenge',
];

describe('an older consumer', () => {
  test.each(
    allRoutes
      .map((route) => [`${route.method.toUpperCase()} ${route.path}`, route.answer] as const)
      .filter(([name]) => !FIXED.includes(name)),
  )('accepts values and fields that a newer server adds to the answer of %s', (_name, answer) => {
    expect(closedIn(answer)).toEqual([]);
  });

  test.each(topics.map((topic) => [topic.name, topic.payload] as const))(
    'accepts values and fields that a newer publisher adds to events of %s',
    (_name, payload) => {
      expect(closedIn(payload)).toEqual([]);
    },
  );

  test('is tested with a newer event of each topic', () => {
    const covered = new Set(nextEvents.map(({ topic }) => topic));
    expect(topics.map(({ name }) => name).filter((name) => !covered.has(name))).toEqual([]);
  });

  test.each(nextEvents.map((event) => [event.topic, event] as const))(
    'reads a newer event of %s, and forwards all of its fields',
    (name, event) => {
      expect(eventSchema.parse(event)).toEqual(event);
      const topic = topics.find((one) => one.name === name);
      const { later: _field, ...known } = event.payload as Record<string, unknown>;
      expect(topic?.payload.parse(event.payload)).toMatchObject(known);
    },
  );

  test('preserves an unknown value and displays it as “other”', () => {
    const user = { _id: crypto.randomUUID(), name: 'Ada', email: 'a@b.example', userType: 'TUTOR', later: 1 };
    expect(userSchema.parse(user).userType).toBe('TUTOR');
    expect(knownOrOther(attendanceStatusSchema, 'REMOTE')).toBe('other');
    expect(knownOrOther(attendanceStatusSchema, 'LATE')).toBe('LATE');
    const at = '2026-09-14T09:05:00.000Z';
    const entry = { at, action: 'moved', actor: null, from: 'REMOTE', to: 'PRESENT', reason: null };
    expect(auditEntrySchema.parse(entry)).toEqual(entry);
    const id = '66f000000000000000000c01';
    const record = {
      _id: crypto.randomUUID(),
      student: { _id: user._id, name: 'Grace', email: 'g@b.example' },
      session: { _id: id, course: { _id: id, name: 'A', code: 'B' }, date: '2026-09-14', startTime: at },
      timestamp: at,
      status: 'REMOTE',
      flags: [{ reason: 'two_moons', at }],
    };
    expect(attendanceRecordSchema.parse(record)).toEqual(record);
  });

  test('rejects an unknown value in a request', () => {
    const routesThatTakeOne = allRoutes.filter(({ path }) => path === '/api/attendance/by-hand');
    expect(routesThatTakeOne).toHaveLength(1);
    for (const { body } of routesThatTakeOne) expect(closedIn(body ?? z.unknown()).length).toBeGreaterThan(0);
  });
});
