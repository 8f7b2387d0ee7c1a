import { routes } from '@qr-attendance/contracts';
import type { CampusClient } from '@qr-attendance/test-kit';

export const holdClass = async (campus: CampusClient) => {
  const teacher = await campus.teacher();
  const course = await campus.course(teacher);
  const students = [await campus.student('Grace Höpper'), await campus.student('Alan')];
  for (const student of students) {
    await campus.requireOnly(student);
    await campus.enroll(student, course);
  }
  const session = await campus.session(teacher, course, { refreshInterval: 300 });
  for (const student of students) {
    const { ticket } = await campus.scan(student, session.qrCode ?? '');
    await campus.mark(student, { ticket });
  }
  return { teacher, session };
};

export const listsOf = async (campus: CampusClient, email: string) => {
  const { token } = await campus.signIn(email);
  const sessions = await campus.call(routes.session.listSessions, { token });
  return {
    courses: await campus.call(routes.course.listCourses, { token }),
    sessions: sessions.map(({ qrCode: _code, codeExpiresAt: _until, ...stays }) => stays),
    marks: await campus.call(routes.attendance.listAttendance, { token }),
    summary: await campus.call(routes.attendance.getAnalyticsSummary, { token }),
  };
};
