import { followsPlace, followsTime } from '../../core/sessions/rules/series-link.ts';
import type { ClassDate } from './rules/follow.ts';
import type { Series } from '../../core/series/series.ts';

export interface ClassUse {
  isUsed: boolean;
  isPlanned: boolean;
}

interface Deps {
  sessions: { listOfManySeries: (seriesIds: string[]) => Promise<ClassDate[]> };
  marks: {
    whichHave: (sessionIds: string[]) => Promise<Set<string>>;
    whichProve: (sessions: ClassDate[]) => Promise<Set<string>>;
  };
  clock: () => Date;
}

export const IMPORT_ACTION = 'imported';
export const UNDO_ACTION = 'import undone';
const isByImport = ({ change }: Series['revisions'][number]): boolean =>
  change === IMPORT_ACTION || change === UNDO_ACTION;

/** Whether only the series has changed the class so far. */
const follows = (date: ClassDate, importers: Set<string>): boolean => {
  const { series: link, canceledAt, codeShownAt, confirmedAt, revisions } = date;
  if (!link || codeShownAt || confirmedAt || (canceledAt && !link.dropped)) return false;
  if (!followsTime(date, link) || !followsPlace(date, link)) return false;
  return revisions.every(({ by }) => by === null || importers.has(by));
};

export const findClassUses = async (
  { sessions, marks, clock }: Deps,
  some: Series[],
): Promise<Map<string, ClassUse>> => {
  const now = clock();
  const dates = await sessions.listOfManySeries(some.map(({ id }) => id));
  const [marked, proven] = await Promise.all([
    marks.whichHave(dates.map(({ id }) => id)),
    marks.whichProve(dates),
  ]);
  const datesOf = Map.groupBy(dates, ({ series }) => series?.id);
  return new Map(
    some.map(({ id, revisions }): [string, ClassUse] => {
      const importers = new Set(revisions.filter(isByImport).map(({ by }) => by));
      const isChanged = !revisions.every(isByImport);
      const used = (datesOf.get(id) ?? []).filter(
        (date) => marked.has(date.id) || proven.has(date.id) || !follows(date, importers),
      );
      const isPlanned = isChanged || used.some(({ startTime }) => startTime > now);
      return [id, { isUsed: isPlanned || used.length > 0, isPlanned }];
    }),
  );
};
