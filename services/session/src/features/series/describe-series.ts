import type {
  ClassRoomName,
  Series as SeriesAnswer,
  StatementSource,
  StoredRule,
} from '@qr-attendance/contracts';
import { describeSource, textOfValue } from '@qr-attendance/server';
import { withoutUndefined } from '@qr-attendance/server/mongo';
import type { JsonValue, Values } from '@qr-attendance/statements';
import { findCourses } from '../../projections/find-courses.ts';
import type { Course } from '../../projections/projections.ts';
import { presentJointCourses, unknownCourse } from '../../core/sessions/rules/session-answers.ts';
import { courseIdsOf } from '../../core/sessions/rules/session.ts';
import { valuesOfClass } from './find-classes.ts';
import { sectionsOf } from '../../core/series/rules/series-rules.ts';
import type { Rooms } from '../../core/rooms/rooms.ts';
import type { Series } from '../../core/series/series.ts';

interface DescribeSeriesDeps {
  rooms: Pick<Rooms, 'findAll' | 'namesOf'>;
}

/** Files state start and end as one value. */
const worldOf = (series: Series): Values | undefined => {
  const values = valuesOfClass(series);
  if (!values) return undefined;
  const { start, end, ...others } = values;
  return { ...withoutUndefined(others), time: { start, end } };
};

const textOf = (field: string, stated: JsonValue): string | undefined => {
  if (field !== 'time') return textOfValue(field, stated);
  const { start, end } = stated as { start: string; end: string };
  return `${start}–${end}`;
};

const sourceOf = async (
  { rooms }: DescribeSeriesDeps,
  series: Series,
): Promise<StatementSource | undefined> => {
  const source = describeSource(series.statements, worldOf(series), textOf);
  const roomId = source?.changedHere?.find(({ field }) => field === 'roomId')?.stated;
  if (!source || roomId === undefined) return source;
  const name = (await rooms.namesOf([roomId])).get(roomId);
  const changedHere = source.changedHere?.map((change) =>
    change.field === 'roomId' ? { field: 'roomId', ...(name !== undefined && { stated: name }) } : change,
  );
  return { ...source, changedHere };
};

const findRooms = async ({ rooms }: DescribeSeriesDeps, rules: StoredRule[]) => {
  const ids = [...new Set(rules.flatMap(({ roomId }) => roomId ?? []))];
  const found = ids.length > 0 ? await rooms.findAll(ids) : [];
  return new Map<string | undefined, ClassRoomName>(
    found.map(({ _id, name, building }) => {
      const id = _id.toHexString();
      return [id, { id, name, building }];
    }),
  );
};

export const describeSeries = async (
  context: DescribeSeriesDeps & Parameters<typeof findCourses>[0],
  series: Series,
): Promise<SeriesAnswer> => {
  const { id, courseId, rules, version } = series;
  const courseIds = courseIdsOf({ courseId, sections: sectionsOf(rules) });
  const courses = courseIds.length > 1 ? await findCourses(context, courseIds) : new Map<string, Course>();
  const rooms = await findRooms(context, rules);
  return {
    _id: id,
    courseId,
    rules: rules.map((rule) => ({
      ...rule,
      room: rooms.get(rule.roomId),
      ...presentJointCourses(
        rule,
        courseIdsOf({ courseId, ...rule }).map(
          (one) => courses.get(one) ?? { ...unknownCourse(one), sections: [] },
        ),
      ),
    })),
    source: await sourceOf(context, series),
    version,
  };
};
