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
  'series',
  'sections',
] as const;

/** A session may also have fields of a newer release, which are not written. */
const CHANGEABLE = [
  ...OPTIONAL,
  'date',
  'startTime',
  'active',
  'lateAfterMinutes',
  'version',
  'presenceCheck',
  'codeShownAt',
  'codeLastShownAt',
  'confirmedAt',
  'revisions',
] as const;

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

/** The other courses of a joint class. */
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
