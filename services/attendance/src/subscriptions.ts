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
import { on, type Subscription } from '@qr-attendance/messaging';
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
  on(userChanged, async (person) => {
    await projections.savePerson(person);
    await attendance.saveMerge(person);
    await suspensions.refreshFor(person);
    if (!person.erased) return;
    await attendance.eraseEvidence(person.id);
    await erasePersonalData(pool, person.id);
  }),
  on(securityChanged, projections.saveSecurity),
  on(courseChanged, projections.saveCourse),
  on(unitChanged, projections.saveUnit),
  on(membershipChanged, async (membership, { bulk }) => {
    if (bulk === true) await attendance.waitForRecounts();
    await attendance.saveMembership(membership);
  }),
  on(sessionChanged, attendance.saveSession),
  on(courseAuditEntryAdded, (entry) => attendance.saveServiceEntry('course', entry)),
  on(sessionAuditEntryAdded, (entry) => attendance.saveServiceEntry('session', entry)),
];
