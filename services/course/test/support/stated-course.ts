import { call, someone } from '@qr-attendance/test-kit';
import { csv, newId, type Office, SECTIONS } from './office.ts';

export const importStatedCourse = async (office: Office, count: number) => {
  const [course, a, b] = [newId(), newId(), newId()];
  const people = await office.importPeople('student', count);
  const [teacher, colleague] = await office.importPeople('staff', 2);
  const sectionLines = [
    [a, 'A', course, course, 'Optics', 3],
    [b, 'B', course, course, 'Optics', 3],
  ];
  await office.apply('sections', csv(SECTIONS, sectionLines));
  const roles = [
    [teacher?.id ?? '', 'owner', 'course', course],
    [colleague?.id ?? '', 'co-teacher', 'course', course],
  ];
  await office.apply('staff', csv('person,role,scope,scopeId', roles));
  const students = people.map(({ id }) => id);
  const file = csv(
    'section,person',
    students.map((id) => [a, id]),
  );
  const run = await office.apply('memberships', file);
  const stored = await office.storedCourse(course);
  const idOf = new Map(stored?.sections.map(({ id, name }) => [name, id]));
  const users = people.map(({ user }) => user);
  const askAs = <Body>(user: string | undefined, method: string, path: string, body?: object) =>
    office.askAs<Body>(user ?? '', course, method, path, body);
  return {
    course,
    a,
    b,
    file,
    run,
    students,
    users,
    askAs,
    id: stored?._id.toHexString() ?? '',
    teacher: teacher?.user ?? '',
    colleague: colleague?.user ?? '',
    sections: {
      A: idOf.get('A') ?? '',
      B: idOf.get('B') ?? '',
    },
    ask: <Body>(method: string, path: string, body?: object) =>
      askAs<Body>(teacher?.user, method, path, body),
    askAsStudent: <Body>(path: string) =>
      call<Body>(office.services.urls.course, 'GET', `/api/courses/${stored?._id.toHexString()}${path}`, {
        token: office.services.tokenFor({
          ...someone('STUDENT'),
          id: users[0] ?? '',
        }),
      }),
  };
};
