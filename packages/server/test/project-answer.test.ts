import { describe, expect, it } from '@jest/globals';
import { attendanceRecordSchema, openEnum, routes } from '@qr-attendance/contracts';
import { z } from 'zod/mini';
import { createProjection } from '../src/http/project-answer.ts';

const schema = z.object({
  name: z.string().check(z.minLength(1)),
  trimmed: z.string().check(z.trim()),
  number: z.number(),
  isOpen: z.optional(z.boolean()),
  state: openEnum(z.enum(['on', 'off'])),
  fixed: z.enum(['a', 'b']),
  nothing: z.nullable(z.string()),
  either: z.union([z.string(), z.object({ id: z.string() })]),
  list: z.array(
    z.object({ id: z.string(), more: z.optional(z.nullable(z.object({ at: z.iso.datetime() }))) }),
  ),
  counts: z.record(z.string(), z.number()),
  standard: z._default(z.number(), 7),
  seldom: z.optional(z._default(z.number(), 8)),
  anything: z.unknown(),
  open: z.looseObject({ id: z.string() }),
});
const value = {
  name: 'Grace',
  trimmed: ' a ',
  number: 1,
  state: 'standby',
  fixed: 'a',
  nothing: null,
  either: { id: 'one' },
  list: [{ id: 'one', more: { at: '2026-11-30T09:00:00Z' } }, { id: 'two', more: null }, { id: 'three' }],
  counts: { a: 1 },
  anything: { secret: false },
  open: { id: 'one', other: 2 },
};

/** Adds an undeclared field to every object. */
const withMore = (one: unknown): unknown => {
  if (Array.isArray(one)) return one.map(withMore);
  if (typeof one !== 'object' || one === null) return one;
  const fields = Object.entries(one).map(([name, field]) => [name, withMore(field)] as const);
  return { ...Object.fromEntries(fields), undeclared: 'secret' };
};

describe('the projection of an answer', () => {
  const project = createProjection(schema);

  it('copies what the schema would return', () => {
    expect(project(value)).toEqual(schema.parse(value));
    expect(project({ ...value, isOpen: false, either: 'text', standard: 8 })).toEqual(
      schema.parse({ ...value, isOpen: false, either: 'text', standard: 8 }),
    );
  });

  it('omits undeclared fields at every depth', () => {
    const { anything: _any, open: _open, counts: _counts, ...closed } = value;
    const given = withMore(closed) as object;
    const projected = project({ ...given, counts: value.counts, open: value.open });
    expect(JSON.stringify(projected)).not.toContain('undeclared');
  });

  it.each([
    ['a missing field', { name: undefined }],
    ['an object instead of a text', { name: { secret: 'a' } }],
    ['a number that JSON lacks', { number: Number.NaN }],
    ['a text instead of a list', { list: 'one' }],
    ['null in a list', { list: [null] }],
    ['an unknown value', { fixed: 'c' }],
    ['a number instead of an open value', { state: 1 }],
  ])('fails with the name of the field for %s', (_what, change) => {
    const [field = ''] = Object.keys(change);
    expect(() => project({ ...value, ...change })).toThrow(field);
  });

  it('answers of marks and rosters as their schemas do', () => {
    const id = 'a'.repeat(24);
    const moment = '2026-11-30T09:00:00.000Z';
    const student = {
      _id: '7c1f9f5e-2d5b-4f6c-8f0e-2a4b5c6d7e02',
      name: 'Grace',
      email: 'grace@campus.example',
    };
    const session = {
      _id: id,
      course: { _id: id, name: 'Algorithms', code: 'CS201' },
      date: '2026-11-30',
      startTime: moment,
    };
    const mark = { _id: `${id}-${student._id}`, timestamp: moment, status: 'PRESENT', flags: [], version: 1 };
    const record = { ...mark, student, session };
    expect(createProjection(attendanceRecordSchema)(withMore(record))).toEqual(
      attendanceRecordSchema.parse(record),
    );
    const { answer } = routes.attendance.getRoster;
    const roster = { session, entries: [{ student, mark }, { student }] };
    expect(createProjection(answer)(withMore(roster))).toEqual(answer.parse(roster));
  });
});
