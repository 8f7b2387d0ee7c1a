import type { QueryFilter } from 'mongoose';
import type { CourseDocument } from '../../db/models.ts';

export type CourseFilter =
  | { ids: string[] }
  | { exceptIds: string[] }
  | { unitIds: string[] | undefined; termId: string | undefined };
export const toQuery = (filter: CourseFilter): QueryFilter<CourseDocument> => {
  if ('ids' in filter) return { _id: { $in: filter.ids }, deleted: { $ne: true } };
  if ('unitIds' in filter)
    return {
      deleted: { $ne: true },
      ...(filter.unitIds && { unitId: { $in: filter.unitIds } }),
      ...(filter.termId !== undefined && { termId: filter.termId }),
    };
  return {
    _id: { $nin: filter.exceptIds },
    archived: { $ne: true },
    deleted: { $ne: true },
    enrollmentMode: { $in: [null, 'OPEN', 'KEY', 'APPROVAL'] },
  };
};

/** The first search term is a top-level condition, because MongoDB only then uses the index. */
export const toSearch = ([first, ...others]: string[]): QueryFilter<CourseDocument> => ({
  search: first,
  ...(others.length > 0 && { $and: others.map((term) => ({ search: term })) }),
});

export const MAX_SEARCH_MS = 2_000;
const MAX_TIME_EXPIRED = 50;
export const isQueryTimeout = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === MAX_TIME_EXPIRED;
