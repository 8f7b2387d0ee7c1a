import type { Campus, Member } from './campus.ts';
import type { Course, Session } from '@qr-attendance/contracts';

export interface LargeClass {
  teacher: Member;
  course: Course;
  session: Session;
  students: Member[];
}

const FIRST = ['Ada', 'Björn', 'Chiara', 'Dmitri', 'Esra', 'Farid', 'Grace', 'Hana', 'Ines', 'Jakub'];
const LAST = ['Almeida', 'Becker', 'Çelik', 'Dubois', 'Eriksen', 'Fontana'];

export const largeClass = async (
  campus: Campus,
  { students: size = 60, marked = 0 }: { students?: number; marked?: number } = {},
): Promise<LargeClass> => {
  const teacher = await campus.teacher();
  const course = await campus.course(teacher);
  const students: Member[] = [];
  const names = LAST.flatMap((last) => FIRST.map((first) => `${first} ${last}`))
    .slice(0, size)
    .toSorted((a, b) => a.localeCompare(b));
  for (let from = 0; from < names.length; from += 6)
    students.push(...(await Promise.all(names.slice(from, from + 6).map((name) => campus.student(name)))));
  for (const student of students) {
    await campus.enroll(student, course);
  }
  const session = await campus.session(teacher, course, { refreshInterval: 300 });
  const present = students.filter((_student, index) => index % 2 === 0).slice(0, marked);
  if (present.length > 0)
    await campus.call('POST', '/api/attendance/statuses', teacher.token, {
      sessionId: session._id,
      status: 'PRESENT',
      students: present.map(({ id }) => ({ studentId: id })),
    });
  return { teacher, course, session, students };
};
