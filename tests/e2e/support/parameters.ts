import type { World } from './world.ts';

const lastStepOf = (path: string): string => path.split('/').at(-1) ?? '';

/**
 * A value for each parameter of declared paths, and the heading if a page's heading is the name of its
 * object.
 */
export const parameters: Record<string, (world: World) => { value: string; heading?: string }> = {
  courseId: ({ course }) => ({ value: course._id, heading: course.name }),
  sessionId: ({ session, course }) => ({ value: session._id, heading: course.name }),
  studentId: ({ student }) => ({ value: student.id, heading: student.name }),
  token: ({ invitation }) => ({ value: lastStepOf(invitation) }),
  qrCode: ({ scanned, course }) => ({ value: lastStepOf(scanned), heading: course.name }),
};
