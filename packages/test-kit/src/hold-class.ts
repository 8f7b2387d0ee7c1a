import type { Course, Session } from '@qr-attendance/contracts';
import type { CampusClient } from './campus-client.ts';
import type { Member } from './member.ts';

export interface HeldClass {
  teacher: Member;
  students: Member[];
  course: Course;
  session: Session;
}

/** Opens a class with new people, where everybody marks without checks. */
export const holdClass = async (campus: CampusClient, names = ['Grace Hopper']): Promise<HeldClass> => {
  const teacher = await campus.teacher();
  const course = await campus.course(teacher);
  const students: Member[] = [];
  for (const name of names) {
    const student = await campus.student(name);
    await campus.requireOnly(student);
    await campus.enroll(student, course);
    students.push(student);
  }
  const session = await campus.session(teacher, course, { refreshInterval: 300 });
  for (const student of students) {
    const { ticket } = await campus.scan(student, session.qrCode ?? '');
    await campus.mark(student, { ticket });
  }
  return { teacher, students, course, session };
};
