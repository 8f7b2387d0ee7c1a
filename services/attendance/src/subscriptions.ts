import {
  courseAuditEntryAdded,
  courseChanged,
  membershipChanged,
  securityChanged,
  sessionAuditEntryAdded,
  sessionChanged,
  unitChanged,
  userChanged,
} from '@qr-attendance/contracts/events';
import { subscribeTo, type Subscription } from '@qr-attendance/messaging';
import type { Suspensions } from '@qr-attendance/server';
import type { Pool } from 'pg';
import type { Attendance } from './core/create-attendance.ts';
import { erasePersonalData } from './features/privacy/personal-data.ts';
import type { Projections } from './projections/projections.ts';

export const GROUP = 'attendance';

interface SubscriptionDeps {
  attendance: Pick<
    Attendance,
    'saveSession' | 'saveMembership' | 'saveMerge' | 'saveServiceEntry' | 'eraseEvidence' | 'waitForRecounts'
  >;
  projections: Projections;
  pool: Pool;
  suspensions: Pick<Suspensions, 'refreshFor'>;
}

export const createSubscriptions = ({
  attendance,
  projections,
  pool,
  suspensions,
}: SubscriptionDeps): Subscription[] => [
  subscribeTo(userChanged, async (person) => {
    await projections.savePerson(person);
    await attendance.saveMerge(person);
    await suspensions.refreshFor(person);
    if (!person.erased) return;
    await attendance.eraseEvidence(person.id);
    await erasePersonalData(pool, person.id);
  }),
  subscribeTo(securityChanged, projections.saveSecurity),
  subscribeTo(courseChanged, projections.saveCourse),
  subscribeTo(unitChanged, projections.saveUnit),
  subscribeTo(membershipChanged, async (membership, { bulk }) => {
    if (bulk === true) await attendance.waitForRecounts();
    await attendance.saveMembership(membership);
  }),
  subscribeTo(sessionChanged, attendance.saveSession),
  subscribeTo(courseAuditEntryAdded, (entry) => attendance.saveServiceEntry('course', entry)),
  subscribeTo(sessionAuditEntryAdded, (entry) => attendance.saveServiceEntry('session', entry)),
];
