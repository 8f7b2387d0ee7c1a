import { isDeepStrictEqual } from 'node:util';
import type { Complete } from '@qr-attendance/contracts';
import { withoutUndefined } from '@qr-attendance/server/mongo';
import type { SessionSeries } from '../../../db/stored-session.ts';
import type { Session } from '../../../core/sessions/rules/session.ts';
import { followsPlace, followsTime, placeOf, timeOf } from '../../../core/sessions/rules/series-link.ts';
import type { PlannedClass } from '../../../core/series/rules/expand-series.ts';

export const seriesLinkOf = (
  seriesId: string,
  { key, startTime, endTime, rule }: PlannedClass,
): SessionSeries => {
  const { sections = [], roomId, online, lateAfterMinutes, policy } = rule;
  const link: Complete<Omit<SessionSeries, 'dropped'>> = {
    id: seriesId,
    key,
    startTime,
    endTime,
    sections: sections.length > 0 ? sections : undefined,
    roomId,
    online: online || undefined,
    lateAfterMinutes,
    policy,
  };
  return withoutUndefined(link) as SessionSeries;
};

export type ClassDate = Session;

const sectionsOf = ({ sections = [] }: Pick<Session, 'sections'>) =>
  sections.map(({ courseId, sectionId }) => `${courseId} ${sectionId}`);
export interface FieldsToFollow {
  time: boolean;
  place: boolean;
  sections: boolean;
  lateAfterMinutes: boolean;
  policy: boolean;
}

/**
 * The fields that a class takes from the changed series: those that changed and were not set individually.
 */
export const fieldsToFollow = (
  session: Session,
  before: SessionSeries,
  after: SessionSeries,
): FieldsToFollow => ({
  time: followsTime(session, before) && !isDeepStrictEqual(timeOf(before), timeOf(after)),
  place: followsPlace(session, before) && !isDeepStrictEqual(placeOf(before), placeOf(after)),
  sections:
    isDeepStrictEqual(sectionsOf(session), sectionsOf(before)) &&
    !isDeepStrictEqual(sectionsOf(before), sectionsOf(after)),
  lateAfterMinutes:
    before.lateAfterMinutes !== after.lateAfterMinutes &&
    (before.lateAfterMinutes === undefined || session.lateAfterMinutes === before.lateAfterMinutes),
  policy: !isDeepStrictEqual(before.policy ?? {}, after.policy ?? {}),
});
