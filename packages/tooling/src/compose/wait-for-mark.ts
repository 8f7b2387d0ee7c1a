import { routes } from '@qr-attendance/contracts';
import { createCampusClient, type HeldClass } from '@qr-attendance/test-kit';
import pRetry from 'p-retry';

/** Retries without a limit, because on a busy machine a Kafka broker delivers slowly after its start. */
const PATIENCE = { retries: Infinity, minTimeout: 500, factor: 1, maxRetryTime: 60_000 };

/** Waits until the teacher, who signs in again, sees the student's mark. */
export const waitForMark = async (
  url: string,
  { session, students: [student], teacher }: HeldClass,
): Promise<void> => {
  const campus = createCampusClient(url);
  const { token } = await campus.signIn(teacher.email);
  await pRetry(async () => {
    const query = { sessionId: session._id };
    const marks = await campus.call(routes.attendance.listAttendance, { token, query });
    const [mark] = marks;
    if (marks.length !== 1 || mark?.status !== 'PRESENT' || mark.student._id !== student?.id)
      throw new Error(`the teacher sees ${JSON.stringify(marks)}`);
  }, PATIENCE);
};
