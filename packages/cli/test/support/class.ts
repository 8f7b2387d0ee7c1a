import { routes } from '@qr-attendance/contracts';
import { holdClass, type CampusClient, type HeldClass } from '@qr-attendance/test-kit';

export const holdClassOfTwo = (campus: CampusClient): Promise<HeldClass> =>
  holdClass(campus, ['Grace Höpper', 'Alan']);

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
