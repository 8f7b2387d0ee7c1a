import { routes } from '@qr-attendance/contracts';
import type { System } from '@qr-attendance/stack';
import { createCampusClient, type Member, someone, tokenSigner } from '@qr-attendance/test-kit';
import pLimit from 'p-limit';
import { openAttendanceDatabase, type AttendanceDatabase } from './attendance-database.ts';
import { copyStudents } from './copy-students.ts';
import { withFreshTokens } from './people.ts';

export interface Lesson {
  sessionId: string;
  courseId: string;
  teacher: Member;
  code: string;
}
export interface Campus {
  students: Member[];
  /** Enrolled students who have never signed in, and have neither a PIN nor a device. */
  newStudents: Member[];
  attendance: AttendanceDatabase;
  openSessions: () => Promise<Lesson[]>;
  close: () => Promise<void>;
}

const CONCURRENCY = 16;
const TIMES = { lateAfterMinutes: 600, refreshInterval: 300 } as const;
/** The checks that a new installation requires of every session; tests disable these checks. */
const DEFAULT_FLOOR = { requirePin: true, requireDevice: true, requireSelfie: false, requirePasskey: false };

export const fillCampus = async (
  system: System,
  size: { students: number; courses: number; newStudents?: number },
  log: (text: string) => void,
): Promise<Campus> => {
  const began = performance.now();
  const limit = pLimit(CONCURRENCY);
  const client = createCampusClient(system.url, { isOtherRelease: true });
  const admin = tokenSigner(system.secrets).tokenFor(someone('ADMIN'));
  await client.call(routes.session.setInstitutionPolicy, { token: admin, body: { floor: DEFAULT_FLOOR } });
  const attendance = openAttendanceDatabase(system);
  const [teacher] = withFreshTokens(system, [await client.teacher()], 'TEACHER') as [Member];
  const original = await client.student();
  await client.prepare(original);
  const students = [
    ...withFreshTokens(system, [original]),
    ...(await copyStudents(system, original, size.students - 1, { isRegistered: true })),
  ];
  const newStudents = await copyStudents(system, original, size.newStudents ?? 0, { isRegistered: false });
  const everybody = [...students, ...newStudents];
  const courses = await limit.map(Array.from({ length: size.courses }), () => client.course(teacher));
  for (const course of courses) await limit.map(everybody, (student) => client.enroll(student, course));
  const courseIds = courses.map(({ _id }) => _id);
  await attendance.untilStudentsKnown(
    { prepared: students.length, all: everybody.length },
    courseIds,
    everybody.length * courses.length,
  );
  const seconds = (performance.now() - began) / 1_000;
  log(`${size.students} students enrolled in ${size.courses} courses after ${seconds.toFixed(0)} s`);
  return {
    students,
    newStudents,
    attendance,
    openSessions: async () => {
      const lessons = await limit.map(courses, async (course): Promise<Lesson> => {
        const { _id: sessionId, qrCode } = await client.session(teacher, course, TIMES);
        if (qrCode === undefined) throw new Error('a teacher was not shown the code');
        return { sessionId, courseId: course._id, teacher, code: qrCode };
      });
      await attendance.untilSessionsKnown(lessons.map(({ sessionId }) => sessionId));
      return lessons;
    },
    close: () => attendance.close(),
  };
};
