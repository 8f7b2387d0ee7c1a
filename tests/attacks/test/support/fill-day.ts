import { randomBytes } from 'node:crypto';
import type { TestServices } from '@qr-attendance/test-kit';
import mongoose from 'mongoose';

/** Copies a session of today to other courses. The copies have ended, so no worker reads them. */
export const fillDay = async (
  { databases }: Pick<TestServices, 'databases'>,
  sessionId: string,
  count: number,
): Promise<void> => {
  const connection = await mongoose.createConnection(databases.session).asPromise();
  const sessions = connection.collection('sessions');
  const session = await sessions.findOne({ _id: new mongoose.Types.ObjectId(sessionId) });
  await sessions.insertMany(
    Array.from({ length: count }, () => ({
      ...session,
      _id: new mongoose.Types.ObjectId(),
      courseId: randomBytes(12).toString('hex'),
      active: false,
      outbox: [],
      endTime: new Date(),
    })),
  );
  await connection.close();
};
