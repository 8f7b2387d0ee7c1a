import {
  courseChanged,
  membershipChanged,
  securityChanged,
  sessionChanged,
  unitChanged,
  userChanged,
} from '@qr-attendance/contracts/events';
import { on, type Subscription } from '@qr-attendance/messaging';
import type { Suspensions } from '@qr-attendance/server';
import type { Attendance } from './attendance/create-attendance.ts';
import type { Projections } from './projections/projections.ts';

export const GROUP = 'attendance';

interface Subscribing {
  attendance: Pick<Attendance, 'saveSession' | 'saveMembership' | 'saveMerge' | 'erasePerson'>;
  projections: Projections;
  personalData: { erase: (personId: string) => Promise<void> };
  suspensions: Pick<Suspensions, 'refreshFor'>;
}

export const createSubscriptions = ({
  attendance,
  projections,
  personalData,
  suspensions,
}: Subscribing): Subscription[] => [
  on(userChanged, async (person) => {
    await projections.savePerson(person);
    await attendance.saveMerge(person);
    await suspensions.refreshFor(person);
    if (!person.erased) return;
    await attendance.erasePerson(person.id);
    await personalData.erase(person.id);
  }),
  on(securityChanged, projections.saveSecurity),
  on(courseChanged, projections.saveCourse),
  on(unitChanged, projections.saveUnit),
  on(membershipChanged, attendance.saveMembership),
  on(sessionChanged, attendance.saveSession),
];
