import { classroomSchema, sessionPolicySchema } from '@qr-attendance/contracts';
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
const definedOf = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

const changeableOf = (session: Session): object => {
  const { date, startTime, endTime, active, endedAt, canceledAt, deletedAt, lateAfterMinutes, version } =
    session;
  const {
    room,
    online,
    series,
    presenceCheck,
    codeShownAt,
    codeLastShownAt,
    confirmedAt,
    endedUnattended,
    revisions,
    sections,
  } = session;
  return {
    ...definedOf({
      date,
      startTime,
      endTime,
      active,
      endedAt,
      canceledAt,
      deletedAt,
      lateAfterMinutes,
      version,
      room,
      online,
      series,
      presenceCheck,
      codeShownAt,
      codeLastShownAt,
      confirmedAt,
      endedUnattended,
      revisions,
      sections,
    }),
    ...keysOf('location', classroomSchema, session.location),
    ...keysOf('policy', sessionPolicySchema, session.policy),
  };
};

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
      ...definedOf({ unconfirmed: unconfirmed || undefined, jointCourseIds }),
    },
    ...(absent.length > 0 ? { $unset: Object.fromEntries(absent.map((field) => [field, 1])) } : {}),
  };
};
