import { type AppliedRecord, type PersonRecord, recordRefusalSchema } from '@qr-attendance/contracts';
import { campusDay } from '@qr-attendance/server';
import type { Problem } from './kind.ts';
import { personKeyOf } from './person-rows.ts';

export const problemOfRecord = (
  { institutionId }: PersonRecord,
  { outcome, code = '', erasedAt, id = '' }: AppliedRecord,
  campusTimeZone: string,
): Problem | undefined => {
  if (outcome === 'same_person')
    return {
      problem: 'same_person',
      field: 'person',
      samePerson: {
        key: personKeyOf(institutionId),
        person: id,
      },
    };
  if (outcome === 'erased')
    return {
      problem: 'erased',
      field: 'person',
      ...(erasedAt !== undefined && { day: campusDay(new Date(erasedAt), campusTimeZone) }),
    };
  if (outcome !== 'refused') return undefined;
  const known = recordRefusalSchema.safeParse(code);
  return { problem: known.success ? known.data : 'invalid' };
};
