import {
  accountAuditActionSchema,
  attendanceAuditActionSchema,
  classAuditActionSchema,
  courseAuditActionSchema,
  daySchema,
  objectIdSchema,
  userIdSchema,
} from '@qr-attendance/contracts';
import { endOfDay, startOfDay } from '@qr-attendance/web-kit';
import { useChoices } from '@qr-attendance/ui-kit';
import { useIsAdmin } from '../../shared/viewer.ts';

export const actionsOf = {
  courses: courseAuditActionSchema.options,
  attendance: attendanceAuditActionSchema.options,
  accounts: accountAuditActionSchema.options,
  rooms: classAuditActionSchema.options,
};
type Area = keyof typeof actionsOf;
const areas = Object.keys(actionsOf) as Area[];

/** Invalid filters in the URL are ignored. */
export const useAuditFilters = () => {
  const isAdmin = useIsAdmin();
  const { read, choose } = useChoices();
  const shownAreas = areas.filter((area) => isAdmin || (area !== 'accounts' && area !== 'rooms'));
  const area = shownAreas.find((known) => known === read('area')) ?? 'courses';
  const action = actionsOf[area].find((known) => known === read('action'));
  const personId = userIdSchema.safeParse(read('person')).data;
  const courseId = objectIdSchema.safeParse(read('course')).data;
  const from = daySchema.safeParse(read('from')).data;
  const to = daySchema.safeParse(read('to')).data;
  return {
    area,
    shownAreas,
    action,
    personId,
    courseId,
    from,
    to,
    choose,
    query: {
      ...(personId && { personId }),
      ...(from && { from: startOfDay(from) }),
      ...(to && { to: endOfDay(to) }),
    },
    ofCourse: courseId ? { courseId } : {},
  };
};
export type AuditFilters = ReturnType<typeof useAuditFilters>;
