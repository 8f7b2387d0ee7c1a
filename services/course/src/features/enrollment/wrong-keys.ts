import { type Caller, forbidden, spenders, tooMany } from '@qr-attendance/server';
import { createMongoCounter } from '@qr-attendance/server/mongo';
import type { Connection } from 'mongoose';
import { WRONG_KEYS } from '../../db/models.ts';

/** Enough for typing errors; at this rate, guessing the shortest key takes longer than a semester. */
const MAX_TRIES = 10;
const WINDOW_SECONDS = 600;

/**
 * A key is locked after this many wrong attempts of all students within a day, until the day is over or its
 * teacher sets another key. A class of 1,500 makes fewer typing errors.
 */
const MAX_WRONG_KEYS_OF_COURSE = 200;
const LOCK_SECONDS = 86_400;

const tooManyKeys = () =>
  forbidden(
    'enrollment_key_locked',
    'This enrollment key was entered wrong too often and is locked. Ask your teacher for a new key or an invitation link.',
  );

export const createKeyAttempts = (connection: Connection) => {
  const shared = { connection, collection: WRONG_KEYS };
  const ofStudent = createMongoCounter('wrong_keys', {
    ...shared,
    points: MAX_TRIES,
    duration: WINDOW_SECONDS,
  });
  const ofCourse = createMongoCounter('wrong_keys_of_course', {
    ...shared,
    points: MAX_WRONG_KEYS_OF_COURSE,
    duration: LOCK_SECONDS,
  });
  const lockedUntil = async (courseId: string): Promise<Date | undefined> => {
    const spent = await ofCourse.read(spenders.course(courseId));
    return spent && spent.points >= MAX_WRONG_KEYS_OF_COURSE && spent.ms > 0
      ? new Date(Date.now() + spent.ms)
      : undefined;
  };
  return {
    lockedUntil,
    requireUnlocked: async (courseId: string): Promise<void> => {
      if (await lockedUntil(courseId)) throw tooManyKeys();
    },
    countWrong: async (courseId: string): Promise<void> => {
      await ofCourse.add(spenders.course(courseId));
    },
    unlock: async (courseId: string): Promise<void> => {
      await ofCourse.forget(spenders.course(courseId));
    },
    /** Counts before the key is compared, so that concurrent attempts cannot exceed the limit. */
    count: async (student: Pick<Caller, 'id'>): Promise<void> => {
      const { allowed, seconds: retryAfterSeconds } = await ofStudent.count(spenders.person(student));
      if (allowed) return;
      const sentence = `Too many wrong enrollment keys. Try again in ${Math.ceil(retryAfterSeconds / 60)} min.`;
      throw tooMany('too_many_keys', sentence, retryAfterSeconds);
    },
    forget: async (student: Pick<Caller, 'id'>): Promise<void> => {
      await ofStudent.refund(spenders.person(student));
    },
  };
};
