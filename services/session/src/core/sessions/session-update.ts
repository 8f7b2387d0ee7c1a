import { classroomSchema, sessionPolicySchema } from '@qr-attendance/contracts';
import { withoutUndefined } from '@qr-attendance/server/mongo';
import { courseIdsOf, isHeld, type Session } from './rules/session.ts';

/** How a change writes each field. Fields of a newer release are not written. */
const WRITES: Record<keyof Session, 'set' | 'set or remove' | 'by key' | 'never'> = {
  id: 'never',
  courseId: 'set',
  teacherId: 'never',
  currentCode: 'never',
  refreshInterval: 'never',
  date: 'set',
  startTime: 'set',
  endTime: 'set or remove',
  active: 'set',
  endedAt: 'set or remove',
  canceledAt: 'set or remove',
  deletedAt: 'set or remove',
  endedUnattended: 'set or remove',
  confirmedAt: 'set',
  codeShownAt: 'set',
  codeLastShownAt: 'set',
  presenceCheck: 'set',
  room: 'set or remove',
  online: 'set or remove',
  location: 'by key',
  series: 'set or remove',
  sections: 'set or remove',
  lateAfterMinutes: 'set',
  policy: 'by key',
  version: 'set',
  revisions: 'set',
};
const fieldsWritten = (...ways: string[]) =>
  (Object.keys(WRITES) as (keyof Session)[]).filter((field) => ways.includes(WRITES[field]));
const OPTIONAL = fieldsWritten('set or remove');
const CHANGEABLE = fieldsWritten('set', 'set or remove');

const keysOf = (prefix: string, schema: { shape: object }, values: object | undefined): object =>
  Object.fromEntries(
    Object.entries(values ?? {})
      .filter(([key]) => key in schema.shape)
      .map(([key, value]) => [`${prefix}.${key}`, value]),
  );

const changeableOf = (session: Session): object => ({
  ...withoutUndefined(Object.fromEntries(CHANGEABLE.map((field) => [field, session[field]]))),
  ...keysOf('location', classroomSchema, session.location),
  ...keysOf('policy', sessionPolicySchema, session.policy),
});

export const isUnconfirmedWhenStored = (session: Session): boolean =>
  !session.active && !session.canceledAt && !isHeld(session);

export const jointCourseIdsOf = (session: Session): string[] | undefined => {
  const [, ...others] = courseIdsOf(session);
  return others.length > 0 ? others : undefined;
};

export const updateOf = (changed: Session): { $set: object; $unset?: Record<string, 1> } => {
  const unconfirmed = isUnconfirmedWhenStored(changed);
  const jointCourseIds = jointCourseIdsOf(changed);
  const absent = [
    ...[...OPTIONAL, 'location' as const].filter((field) => changed[field] === undefined),
    ...(unconfirmed ? [] : ['unconfirmed']),
    ...(jointCourseIds ? [] : ['jointCourseIds']),
  ];
  return {
    $set: {
      ...changeableOf(changed),
      ...withoutUndefined({ unconfirmed: unconfirmed || undefined, jointCourseIds }),
    },
    ...(absent.length > 0 ? { $unset: Object.fromEntries(absent.map((field) => [field, 1])) } : {}),
  };
};
