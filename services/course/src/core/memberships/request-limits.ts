import { ENROLLMENT_REQUESTS_OF_COURSE, ENROLLMENT_REQUESTS_OF_STUDENT } from '@qr-attendance/contracts';
import type { Model } from 'mongoose';
import type { EnrollmentRequestDocument } from '../../db/models.ts';

type Requests = Model<EnrollmentRequestDocument>;

const isOver = async (model: Requests, filter: object, now: Date, max: number): Promise<boolean> =>
  (await model.countDocuments({ ...filter, expiresAt: { $gt: now } }, { limit: max + 1 })) > max;

export const hasTooManyRequests = (model: Requests, studentId: string, now: Date): Promise<boolean> =>
  isOver(model, { studentId }, now, ENROLLMENT_REQUESTS_OF_STUDENT);

export const isRequestedTooOften = (model: Requests, courseId: string, now: Date): Promise<boolean> =>
  isOver(model, { courseId, state: 'WAITING' }, now, ENROLLMENT_REQUESTS_OF_COURSE);
