import type { PersonalData } from '@qr-attendance/contracts';
import type { Context } from '../../context.ts';
import { signedOut } from '../../core/people/rules/person.ts';

export const exportPersonalData = async (
  { readPersonalData, clock }: Pick<Context, 'readPersonalData' | 'clock'>,
  personId: string,
): Promise<PersonalData> => {
  const records = await readPersonalData(personId);
  if (!records) throw signedOut();
  return { service: 'auth', exportedAt: clock().toISOString(), records };
};
