import { routes } from '@qr-attendance/contracts';
import type { PowerNotices } from '@qr-attendance/messaging/mongo';
import { implement, disconnectSignalOf, type Implementation } from '@qr-attendance/server';
import { describeSession, type DescribeDeps } from '../../core/sessions/describe-sessions.ts';
import { createClassOfSeries, followSeries } from './change-class.ts';
import { describeSeries } from './describe-series.ts';
import type { FollowRuleDeps } from './follow-rule.ts';
import { countTimetable, findImportedClasses, findUsedClasses } from './find-classes.ts';
import { writeImportedClasses } from './import-classes.ts';
import { createSeries, deleteSeries, editSeries, endSeries, listSeries } from './manage-series.ts';
import { moveSection } from './move-section.ts';
import { previewSeries } from './preview-series.ts';
import { createReadCalendarFile } from './read-calendar-file.ts';

interface Stores extends FollowRuleDeps, DescribeDeps {
  powerNotices: PowerNotices;
}

export const seriesRoutes = (context: Stores): Implementation[] => {
  const readCalendarFile = createReadCalendarFile(context);
  return [
    implement(routes.session.previewSeries, ({ caller, body }) => previewSeries(context, caller, body)),
    implement(routes.session.readCalendarFile, ({ caller, body, response }) =>
      readCalendarFile(caller, body.text, disconnectSignalOf(response)),
    ),
    implement(routes.session.createSeries, async ({ caller, body, once }) =>
      describeSeries(context, await createSeries(context, caller, body, once)),
    ),
    implement(routes.session.listSeries, async ({ caller, query }) =>
      Promise.all(
        (await listSeries(context, caller, query.courseId)).map((series) => describeSeries(context, series)),
      ),
    ),
    implement(routes.session.editSeries, async ({ caller, params, body }) =>
      describeSeries(context, await editSeries(context, caller, params.id, body)),
    ),
    implement(routes.session.endSeries, async ({ caller, params, body }) =>
      describeSeries(context, await endSeries(context, caller, params.id, body.from)),
    ),
    implement(routes.session.deleteSeries, ({ caller, params }) => deleteSeries(context, caller, params.id)),
    implement(routes.session.createClassOfSeries, async ({ caller, params, body }) =>
      describeSession(context, caller, await createClassOfSeries(context, caller, params.id, body.key)),
    ),
    implement(routes.session.followSeries, async ({ caller, params }) =>
      describeSession(context, caller, await followSeries(context, caller, params.id)),
    ),
    implement(routes.session.findTimetableInternal, ({ body }) =>
      findImportedClasses(context, body.sections),
    ),
    implement(routes.session.findUsedClassesInternal, ({ body }) => findUsedClasses(context, body)),
    implement(routes.session.putTimetableInternal, ({ body }) => writeImportedClasses(context, body)),
    implement(routes.session.moveSectionInternal, ({ body }) => moveSection(context, body)),
    implement(routes.session.countTimetableInternal, () => countTimetable(context)),
  ];
};
