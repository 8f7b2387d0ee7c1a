import { routes } from '@qr-attendance/contracts';
import { createCall } from '@qr-attendance/stack';
import type { System } from '@qr-attendance/stack';
import { someone, tokenSigner } from '@qr-attendance/test-kit';
import { lookIntoAttendance, type AttendanceDatabase } from './attendance-database.ts';
import { copyStudents } from './copy-students.ts';
import { createSchool, type Course, type Lesson } from './lessons.ts';
import { createRegister, type Student } from './people.ts';

export interface Campus {
  students: Student[];
  courses: Course[];
  attendance: AttendanceDatabase;
  openSessions: () => Promise<Lesson[]>;
  close: () => Promise<void>;
}

/** The checks that a new installation requires of every session; tests start without them. */
const DEFAULT_FLOOR = { requirePin: true, requireDevice: true, requireSelfie: false, requirePasskey: false };

const setDefaultFloor = async ({ url, ask, secrets }: System): Promise<void> => {
  const token = tokenSigner(secrets).tokenFor(someone('ADMIN'));
  await createCall(url, ask)(routes.session.setInstitutionPolicy, { token, body: { floor: DEFAULT_FLOOR } });
};

export const fillCampus = async (
  system: System,
  size: { students: number; courses: number },
  log: (text: string) => void,
): Promise<Campus> => {
  const began = performance.now();
  await setDefaultFloor(system);
  const register = createRegister(system);
  const school = createSchool(system);
  const attendance = lookIntoAttendance(system);
  const teacher = await register.teacher();
  const first = await register.student();
  const students = [first, ...(await copyStudents(system, first, size.students - 1))];
  const courses: Course[] = [];
  for (let number = 1; number <= size.courses; number++)
    courses.push(await school.openCourse(teacher, students, number));
  await attendance.untilStudentsKnown(students.length, courses, students.length * courses.length);
  const seconds = (performance.now() - began) / 1_000;
  log(`${size.students} students enrolled in ${size.courses} courses after ${seconds.toFixed(0)} s`);
  return {
    students,
    courses,
    attendance,
    openSessions: async () => {
      const lessons = await school.openSessions(courses);
      await attendance.untilSessionsKnown(lessons);
      return lessons;
    },
    close: () => attendance.close(),
  };
};
