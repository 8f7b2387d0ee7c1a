import { routes } from '@qr-attendance/contracts';
import { createCall } from '@qr-attendance/stack';
import type { System } from '@qr-attendance/stack';
import pLimit from 'p-limit';
import type { Person, Student } from './people.ts';

const CONCURRENCY = 16;
const TIMES = { lateAfterMinutes: 600, refreshInterval: 300 } as const;

export interface Course {
  id: string;
  teacher: Person;
}
export interface Lesson {
  sessionId: string;
  courseId: string;
  teacher: Person;
  code: string;
}

export const createSchool = ({ url, ask }: System) => {
  const call = createCall(url, ask);
  const limit = pLimit(CONCURRENCY);

  const openCourse = async (teacher: Person, students: Student[], number: number): Promise<Course> => {
    const { _id: id } = await call(routes.course.createCourse, {
      token: teacher.token,
      body: { name: `Course ${number}`, code: `B${number}`, semester: 3 },
    });
    await limit.map(students, ({ token }) => call(routes.course.enroll, { token, params: { id } }));
    return { id, teacher };
  };

  const openSession = async ({ id: courseId, teacher }: Course): Promise<Lesson> => {
    const session = await call(routes.session.createSession, {
      token: teacher.token,
      body: {
        courseId,
        date: new Date().toISOString().slice(0, 10),
        startTime: new Date(Date.now() - 60_000).toISOString(),
        ...TIMES,
      },
    });
    if (session.qrCode === undefined) throw new Error('a teacher was not shown the code');
    return { sessionId: session._id, courseId, teacher, code: session.qrCode };
  };

  return {
    openCourse,
    openSession,
    openSessions: (courses: Course[]): Promise<Lesson[]> => limit.map(courses, openSession),
  };
};
