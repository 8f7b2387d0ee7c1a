import type {
  AttendanceRecord,
  Course,
  EnrollmentSettings,
  SecurityPreferences,
  Session,
} from '@qr-attendance/contracts';
import type { SessionChoices } from '@qr-attendance/test-kit';
import type { Campus, Member } from './campus.ts';

export interface World {
  teacher: Member;
  student: Member;
  course: Course;
  session: Session;
  scanned: string;
  invitation: string;
}

export const inviteTo = async (
  { call }: Pick<Campus, 'call'>,
  { token }: Pick<Member, 'token'>,
  { _id }: Course,
): Promise<string> => {
  const path = `/api/courses/${_id}/invitation`;
  const { invitation } = await call<EnrollmentSettings>('POST', path, token, {});
  return `/student/join/${invitation?.token ?? ''}`;
};

export const runningClass = async (
  campus: Campus,
  {
    preferences = {},
    session: more = {},
  }: { preferences?: Partial<SecurityPreferences>; session?: SessionChoices } = {},
): Promise<World> => {
  const teacher = await campus.teacher();
  const student = await campus.preparedStudent(undefined, preferences);
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

export const studentWithoutChecks = async (campus: Campus, name: string): Promise<Member> => {
  const student = await campus.student(name);
  await campus.requireOnly(student);
  return student;
};

export const newStudent = async (campus: Campus, { course }: World, name: string): Promise<Member> => {
  const student = await studentWithoutChecks(campus, name);
  await campus.enroll(student, course);
  return student;
};

export const marksOf = async ({ session, teacher }: World, campus: Campus): Promise<string[]> => {
  const path = `/api/attendance?sessionId=${session._id}`;
  const records = await campus.call<AttendanceRecord[]>('GET', path, teacher.token);
  return records.map(({ student }) => student.name);
};

export const freshScan = async (campus: Campus, { teacher, session }: World): Promise<string> => {
  const path = `/api/sessions/${session._id}/refresh`;
  const { qrCode } = await campus.call<{ qrCode: string }>('POST', path, teacher.token, {
    refreshInterval: 300,
  });
  return `/attendance/${qrCode}`;
};
