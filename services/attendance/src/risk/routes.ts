import { routes } from '@qr-attendance/contracts';
import { implement, type Implementation } from '@qr-attendance/server';
import type { Owners } from '../projections/owners.ts';
import type { ReadFlagRates } from './flag-rates.ts';

export const riskRoutes = ({
  owners,
  readFlagRates,
}: {
  owners: Pick<Owners, 'requireCourseOf'>;
  readFlagRates: ReadFlagRates;
}): Implementation[] => [
  implement(routes.attendance.getFlagRates, async ({ caller, query: { courseId } }) => {
    if (courseId !== undefined) await owners.requireCourseOf(courseId, caller.id);
    return readFlagRates({ teacherId: caller.id, courseId });
  }),
  implement(routes.attendance.getAllFlagRates, () => readFlagRates({})),
];
