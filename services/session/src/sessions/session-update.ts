import { classroomSchema, sessionPolicySchema } from '@qr-attendance/contracts';
import { withoutUndefined } from '@qr-attendance/server/mongo';
import { courseIdsOf, isHeld, type Session } from './rules/session.ts';

const OPTIONAL = [
  'endTime',
  'endedAt',
  'canceledAt',
  'deletedAt',
  'endedUnattended',
  'room',
  'online',
  'location',
  'series',
  'sections',
] as const;

const keysOf = (prefix: string, schema: { shape: object }, values: object | undefined): object =>
  Object.fromEntries(
    Object.entries(values ?? {})
      .filter(([key]) => key in schema.shape)
      .map(([key, value]) => [`${prefix}.${key}`, value]),
  );
/** All but the code, which changes independently, and what never changes. */
const changeableOf = ({
  id: _id,
  courseId: _course,
  teacherId: _teacher,
  refreshInterval: _interval,
  currentCode: _code,
  location,
  policy,
  ...fields
}: Session): object => ({
  ...withoutUndefined(fields),
  ...keysOf('location', classroomSchema, location),
  ...keysOf('policy', sessionPolicySchema, policy),
});

export const isUnconfirmedWhenStored = (session: Session): boolean =>
  !session.active && !session.canceledAt && !isHeld(session);

/** The other courses of a joint class. */
export const jointCourseIdsOf = (session: Session): string[] | undefined => {
  const [, ...others] = courseIdsOf(session);
  return others.length > 0 ? others : undefined;
};

export const updateOf = (changed: Session): { $set: object; $unset?: Record<string, 1> } => {
  const unconfirmed = isUnconfirmedWhenStored(changed);
  const jointCourseIds = jointCourseIdsOf(changed);
  const absent = [
    ...OPTIONAL.filter((field) => changed[field] === undefined),
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
