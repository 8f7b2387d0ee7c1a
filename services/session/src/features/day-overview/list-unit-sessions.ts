import type { UnitSession } from '@qr-attendance/contracts';
import { roleIn } from '@qr-attendance/contracts';
import { findNames, type PeopleProjection } from '@qr-attendance/messaging/mongo';
import { type Caller, campusDay, endOfDay, startOfDay, type InternalClient } from '@qr-attendance/server';
import { listUnconfirmed } from '../../core/sessions/list-unconfirmed.ts';
import {
  isUnconfirmed,
  movedFrom,
  presentCourse,
  UNKNOWN_NAME,
} from '../../core/sessions/rules/session-answers.ts';
import { courseIdsOf, type Session, type SessionPosition } from '../../core/sessions/rules/session.ts';
import { stateToday } from './rules/count-by-unit.ts';
import { type DayStores, readableUnitIds } from './get-day-overview.ts';

export interface UnitSessionStores extends DayStores {
  people: PeopleProjection;
  auth: InternalClient;
}

/**
 * The courses of the units that a caller may read, or of one chosen unit and all units below it; undefined for the
 * whole institution.
 */
const readableCourseIds = async (
  context: UnitSessionStores,
  caller: Caller,
  unitId: string | undefined,
): Promise<string[] | undefined> => {
  const { courses, units } = context;
  const readable = await readableUnitIds(context, caller);
  if (!readable && unitId === undefined) return undefined;
  const wanted = unitId === undefined ? readable : await units.withAllBelow([unitId]);
  return courses.idsOfUnits([...(wanted ?? [])].filter((id) => !readable || readable.has(id)));
};

const describe = async (
  context: UnitSessionStores,
  caller: Caller,
  sessions: Session[],
  readable: Set<string> | undefined,
): Promise<(UnitSession & { position: SessionPosition })[]> => {
  const courses = new Map(
    (await context.courses.findAll([...new Set(sessions.flatMap(courseIdsOf))])).map((one) => [one.id, one]),
  );
  const units = new Map(
    (await context.units.listByIds([...new Set([...courses.values()].map(({ unitId }) => unitId))])).map(
      (unit) => [unit.id, unit.name],
    ),
  );
  const names = await findNames(
    context,
    sessions.map(({ teacherId }) => teacherId),
  );
  const scopeOf = await context.units.scopesOf([...courses.values()]);
  const now = context.clock();
  const proven = await context.marks.whichProve(sessions.filter((session) => isUnconfirmed(session, now)));
  return sessions.map((session) => {
    const readableId = courseIdsOf(session).find((id) => !readable || readable.has(id));
    const course = courses.get(readableId ?? session.courseId);
    const unitName = units.get(course?.unitId ?? '');
    const role = caller.userType === 'ADMIN' || !course ? undefined : roleIn(caller, scopeOf(course), now);
    return {
      _id: session.id,
      course: presentCourse(course ?? { id: session.courseId, name: '', code: '' }),
      ...(course?.unitId && unitName !== undefined ? { unit: { _id: course.unitId, name: unitName } } : {}),
      teacher: { name: names.get(session.teacherId) ?? UNKNOWN_NAME },
      date: session.date,
      startTime: session.startTime.toISOString(),
      ...(session.endTime ? { endTime: session.endTime.toISOString() } : {}),
      state: stateToday(session, proven.has(session.id), now),
      ...(session.room ? { room: session.room } : {}),
      ...(session.online ? { online: true } : {}),
      ...movedFrom(session),
      ...(role === undefined ? {} : { role }),
      position: { startTime: session.startTime, id: session.id },
    };
  });
};

interface SessionFilter {
  unitId?: string | undefined;
  limit: number;
  after: SessionPosition | undefined;
}

const isAfter = ({ startTime, id }: SessionPosition, after: SessionPosition | undefined): boolean => {
  const apart = after ? startTime.getTime() - after.startTime.getTime() : 1;
  return apart > 0 || (apart === 0 && id > (after?.id ?? ''));
};

/** Marks are only read to distinguish held classes from unconfirmed ones. */
const filterByState = async (
  { marks }: Pick<UnitSessionStores, 'marks'>,
  sessions: Session[],
  state: string | undefined,
  now: Date,
): Promise<Session[]> => {
  if (state === undefined) return sessions;
  if (state === 'moved') return sessions.filter((session) => movedFrom(session).movedFrom !== undefined);
  const proven =
    state === 'held' || state === 'unconfirmed'
      ? await marks.whichProve(sessions.filter((session) => isUnconfirmed(session, now)))
      : new Set<string>();
  return sessions.filter((session) => stateToday(session, proven.has(session.id), now) === state);
};

/** The sessions of a day are few enough to be read at once, even in a whole institution. */
export const listUnitSessions = async (
  context: UnitSessionStores,
  caller: Caller,
  {
    day,
    state,
    unitId,
    limit,
    after,
  }: SessionFilter & { day?: string | undefined; state?: string | undefined },
) => {
  const now = context.clock();
  const zone = context.campusTimeZone;
  const chosenDay = day ?? campusDay(now, zone);
  const courseIds = await readableCourseIds(context, caller, unitId);
  const all = await context.sessions.listBetween(
    startOfDay(chosenDay, zone),
    endOfDay(chosenDay, zone),
    courseIds,
  );
  const readable = courseIds && new Set(courseIds);
  const sessions = all
    .filter((session) => isAfter(session, after))
    .toSorted((one, other) => (isAfter(one, other) ? 1 : -1));
  const inState = await filterByState(context, sessions, state, now);
  return describe(context, caller, inState.slice(0, limit), readable);
};

export const listRegistersNotTaken = async (
  context: UnitSessionStores,
  caller: Caller,
  { unitId, limit, after }: SessionFilter,
) => {
  const courseIds = await readableCourseIds(context, caller, unitId);
  if (courseIds?.length === 0) return [];
  const filter = { now: context.clock(), ...(courseIds ? { courseIds } : {}) };
  const sessions = await listUnconfirmed(context, filter, limit, after);
  return describe(context, caller, sessions, courseIds && new Set(courseIds));
};
