import type { AnswerOf, ParsedOf, routes, StoredRule, WeeklyClass } from '@qr-attendance/contracts';
import { courseIdsOf } from '../../core/sessions/rules/session.ts';
import { beforeNextRule } from '../../core/series/rules/series-rules.ts';
import type { createSeriesStore, Series } from '../../core/series/series.ts';

interface FindClassesDeps {
  series: ReturnType<typeof createSeriesStore>;
}

/** The newest rule with weekly classes; a later rule without weekly classes may have ended them. */
export const newestRule = ({ rules }: Pick<Series, 'rules'>): StoredRule | undefined =>
  rules.findLast(({ slots }) => slots.length > 0);

export const valuesOfClass = ({ rules, deletedAt }: Series): WeeklyClass | null => {
  const rule = rules.at(-1);
  const [slot] = rule?.slots ?? [];
  if (!rule || !slot || deletedAt) return null;
  const { everyWeeks, firstDay, lastDay, roomId } = rule;
  return {
    weekday: slot.weekday,
    start: slot.start,
    end: slot.end,
    everyWeeks,
    firstDay,
    lastDay,
    ...(roomId !== undefined && { roomId }),
  };
};

/** The current class, without values if it ended or was deleted, and the statements about it. */
export const statementsOfClass = (series: Series | undefined) => ({
  values: series ? valuesOfClass(series) : null,
  statements: series?.statements ?? null,
});

export const countTimetable = async ({
  series,
  rooms,
}: FindClassesDeps & { rooms: { count: () => Promise<number> } }) => {
  const [roomCount, classCount] = await Promise.all([rooms.count(), series.countImported()]);
  return { rooms: roomCount, classes: classCount };
};

export const findImportedClasses = async (
  { series }: FindClassesDeps,
  sections: { courseId: string; sectionId: string }[],
): Promise<AnswerOf<typeof routes.session.findTimetableInternal>> => {
  const wanted = new Set(sections.map(({ courseId, sectionId }) => `${courseId} ${sectionId}`));
  const imported = await series.listImported([...new Set(sections.map(({ courseId }) => courseId))]);
  return imported.flatMap((one) => {
    const [sectionId = '', ...name] = one.importKey?.split(' ') ?? [];
    if (!wanted.has(`${one.courseId} ${sectionId}`)) return [];
    return { courseId: one.courseId, sectionId, name: name.join(' '), ...statementsOfClass(one) };
  });
};

/** The weekly classes of series, starting at a day. Excludes single dates. */
export const findUsedClasses = async (
  { series }: FindClassesDeps,
  { from: day, ...uses }: ParsedOf<typeof routes.session.findUsedClassesInternal, 'body'>,
): Promise<AnswerOf<typeof routes.session.findUsedClassesInternal>> =>
  (await series.listUsingAny(uses, day)).flatMap(({ courseId, teacherId, importKey, rules }) =>
    rules.flatMap(({ slots, everyWeeks, firstDay, from, roomId, sections = [], ...rule }, index) => {
      const lastDay = beforeNextRule(rules, index, rule.lastDay);
      if (lastDay < day) return [];
      // A joint class is a class of each of its courses.
      return courseIdsOf({ courseId, sections }).flatMap((id) => {
        const sectionIds = sections.filter((one) => one.courseId === id).map(({ sectionId }) => sectionId);
        return slots.map(({ weekday, start, end }) => ({
          weekday,
          start,
          end,
          everyWeeks,
          firstDay,
          lastDay,
          from,
          courseId: id,
          teacherId,
          sectionIds,
          ...(roomId !== undefined && { roomId }),
          ...(importKey !== undefined && id === courseId && { importKey }),
        }));
      });
    }),
  );
