import type {
  AttendanceRecord,
  Course,
  EnrollmentSettings,
  SecurityPreferences,
  Session,
} from '@qr-attendance/contracts';
import type { Campus, Member } from './campus.ts';

export interface World {
  teacher: Member;
  student: Member;
  course: Course;
  session: Session;
  /** Where the session's code leads. */
  scanned: string;
  /** Where the course's invitation link leads. */
  invitation: string;
}

const NOTHING_REQUIRED: SecurityPreferences = {
  requirePin: false,
  requireBiometric: false,
  requireDeviceVerification: false,
  requireSelfie: false,
};

/** Where a new invitation link of a course leads. */
export const inviteTo = async (
  { call }: Pick<Campus, 'call'>,
  { token }: Pick<Member, 'token'>,
  { _id }: Course,
): Promise<string> => {
  const path = `/api/courses/${_id}/invitation`;
  const { invitation } = await call<EnrollmentSettings>('POST', path, token, {});
  return `/student/join/${invitation?.token ?? ''}`;
};

/** A teacher with a running session, and an enrolled student who is asked for just what `preferences` says. */
export const runningClass = async (
  campus: Campus,
  {
    preferences = {},
    session: more = {},
  }: { preferences?: Partial<SecurityPreferences>; session?: object } = {},
): Promise<World> => {
  const teacher = await campus.teacher();
  const student = await campus.student();
  await campus.prepare(student);
  await campus.call('POST', '/api/auth/update-security', student.token, {
    securityPreferences: { ...NOTHING_REQUIRED, ...preferences },
  });
  const course = await campus.course(teacher);
  await campus.enroll(student, course);
  const session = await campus.session(teacher, course, { refreshInterval: 300, ...more });
  return {
    teacher,
    student,
    course,
    session,
    scanned: `/attendance/${session.qrCode ?? ''}`,
    invitation: await inviteTo(campus, teacher, course),
  };
};

/** A student of the class who has registered no device yet, and prefers no check. */
export const newStudent = async (campus: Campus, { course }: World, name: string): Promise<Member> => {
  const student = await campus.student(name);
  await campus.call('POST', '/api/auth/update-security', student.token, {
    securityPreferences: NOTHING_REQUIRED,
  });
  await campus.enroll(student, course);
  return student;
};

/** Names of all who have a mark in the session. */
export const marksOf = async ({ session, teacher }: World, campus: Campus): Promise<string[]> => {
  const path = `/api/attendance?sessionId=${session._id}`;
  const records = await campus.call<AttendanceRecord[]>('GET', path, teacher.token);
  return records.map(({ student }) => student.name);
};

/** Where a code made just now leads: an older one may have died meanwhile. */
export const freshScan = async (campus: Campus, { teacher, session }: World): Promise<string> => {
  const path = `/api/sessions/${session._id}/refresh`;
  const { qrCode } = await campus.call<{ qrCode: string }>('POST', path, teacher.token, {
    refreshInterval: 300,
  });
  return `/attendance/${qrCode}`;
};
