import type { PersonalData } from '@qr-attendance/contracts';
import type { Caller } from '@qr-attendance/server';
import type { PeopleProjection } from '@qr-attendance/messaging/mongo';
import { toSessionChanged } from '../../core/sessions/rules/session.ts';
import { ALL, type Sessions } from '../../core/sessions/sessions.ts';
import type { Enrollments } from '../../projections/projections.ts';
import type { ExtraTimes } from '../../core/extra-time/extra-time.ts';

interface Stores {
  sessions: Sessions;
  people: PeopleProjection;
  enrollments: Enrollments;
  extraTimes: ExtraTimes;
  clock: () => Date;
}

export const exportPersonalData = async (
  { sessions, people, enrollments, extraTimes, clock }: Stores,
  { id }: Caller,
): Promise<PersonalData> => {
  const now = clock();
  const [names, heldSessions, places, extraTime] = await Promise.all([
    people.namesOf([id]),
    sessions.list({ teacherId: id, now }, ALL),
    enrollments.listOf(id),
    extraTimes.listOf(id),
  ]);
  return {
    service: 'session',
    exportedAt: now.toISOString(),
    records: {
      person: [...names.values()].map((name) => ({ name })),
      sessions: heldSessions.map(toSessionChanged),
      enrollments: places,
      extraTime,
    },
  };
};
