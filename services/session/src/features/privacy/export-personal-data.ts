import type { PersonalData } from '@qr-attendance/contracts';
import type { Caller } from '@qr-attendance/server';
import type { Context } from '../../context.ts';
import { toSessionChanged } from '../../core/sessions/rules/session.ts';
import { ALL } from '../../core/sessions/sessions.ts';

export const exportPersonalData = async (
  {
    sessions,
    people,
    enrollments,
    extraTimes,
    clock,
  }: Pick<Context, 'sessions' | 'people' | 'enrollments' | 'extraTimes' | 'clock'>,
  { id }: Caller,
): Promise<PersonalData> => {
  const now = clock();
  const [names, held, places, extraTime] = await Promise.all([
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
      sessions: held.map(toSessionChanged),
      enrollments: places,
      extraTime,
    },
  };
};
