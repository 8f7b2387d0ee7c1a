import { describe, expect, it } from '@jest/globals';
import {
  type Action,
  can,
  INSTITUTION,
  ROLES_OF,
  type Scope,
  sectionsFor,
  staffedCourses,
} from '../src/permissions/can.ts';

const teacher = { id: '20000000-0000-4000-8000-000000000001', userType: 'TEACHER' as const };
const [from, until] = ['2026-09-13T22:00:00.000Z', '2026-09-18T22:00:00.000Z'];
const scope = (role: string, days = {}): Scope => ({ staff: [{ userId: teacher.id, role, ...days }] });
const actionsAt = (given: Scope, moment: string) =>
  (Object.keys(ROLES_OF) as Action[]).filter((action) => can(teacher, action, given, new Date(moment)));

describe('a role assignment', () => {
  it('is valid from its start until its end, which is exclusive', () => {
    const substitute = scope('substitute', { from, until });
    for (const moment of ['2026-09-13T21:59:59.999Z', until])
      expect(actionsAt(substitute, moment)).toEqual([]);
    for (const moment of [from, '2026-09-18T21:59:59.999Z'])
      expect(actionsAt(substitute, moment)).toContain('manageSessions');
  });

  it('grants access to the course, but only to its own sections, if it is limited to sections', () => {
    const limited = scope('assistant', { sectionIds: ['a', 'b'] });
    const allowed = (sectionIds?: string[]) =>
      can(teacher, 'readCourse', { ...limited, sectionIds }, new Date());
    expect([allowed(), allowed(['b', 'c']), allowed(['c']), allowed([])]).toEqual([true, true, false, false]);
    const sections = (given: Scope) => sectionsFor(teacher, 'setStatuses', given, new Date());
    expect(sections(limited)).toEqual(['a', 'b']);
    expect(sections(scope('assistant'))).toBeUndefined();
    expect(sections(scope('auditor'))).toEqual([]);
    expect(sections({ staff: [...limited.staff, ...scope('co-teacher').staff] })).toBeUndefined();
    const staffed = (id: string, given: Scope) => ({ id, scope: given });
    const courses = [staffed('x', limited), staffed('y', scope('owner')), staffed('z', { staff: [] })];
    expect(staffedCourses(teacher, 'readCourse', courses, new Date())).toEqual({
      courseIds: ['x', 'y'],
      only: { courseIds: ['x'], sectionIds: ['a', 'b'] },
    });
  });

  it('allows a substitute who is limited to sections the same as an assistant', () => {
    const actions = (role: string) => actionsAt(scope(role, { sectionIds: ['a'] }), from);
    expect(actions('substitute')).toEqual(actions('assistant'));
    expect(
      sectionsFor(teacher, 'manageSessions', scope('substitute', { sectionIds: ['a'] }), new Date()),
    ).toEqual([]);
  });

  it('grants nothing if it comes from a newer version', () => {
    expect(actionsAt(scope('dean'), from)).toEqual([]);
  });

  it('is combined with other roles of the same person', () => {
    const both: Scope = { staff: [...scope('auditor').staff, ...scope('assistant').staff] };
    expect(actionsAt(both, from)).toEqual(['readCourse', 'showCode', 'setStatuses', 'readUnit']);
  });

  it('of an administrator covers the institution, but no course', () => {
    const admin = { ...teacher, userType: 'ADMIN' as const };
    expect(can(admin, 'administer', INSTITUTION, new Date())).toBe(true);
    expect(can(admin, 'readCourse', scope('owner'), new Date())).toBe(false);
    expect(can(teacher, 'administer', INSTITUTION, new Date())).toBe(false);
  });
});
