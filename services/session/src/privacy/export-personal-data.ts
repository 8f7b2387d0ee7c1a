import type { PersonalData } from '@qr-attendance/contracts';
import type { PeopleProjection } from '@qr-attendance/messaging';
import type { Caller } from '@qr-attendance/server';
import type { Enrollments } from '../projections/projections.ts';
import { ALL, type Sessions } from '../sessions/sessions.ts';
import { toSessionChanged } from '../sessions/rules/session.ts';

interface Deps {
  sessions: Sessions;
  people: PeopleProjection;
  enrollments: Enrollments;
  clock: () => Date;
}

/** Gives a person all that this service keeps about them: the name, the sessions they held, the courses they are in. */
export const makeExportPersonalData =
  ({ sessions, people, enrollments, clock }: Deps) =>
  async ({ id }: Caller): Promise<PersonalData> => {
    const now = clock();
    const [names, held, places] = await Promise.all([
      people.namesOf([id]),
      sessions.list({ teacherId: id, now }, ALL),
      enrollments.listOf(id),
    ]);
    return {
      service: 'session',
      exportedAt: now.toISOString(),
      records: {
        person: [...names.values()].map((name) => ({ name })),
        sessions: held.map(toSessionChanged),
        enrolments: places,
      },
    };
  };
