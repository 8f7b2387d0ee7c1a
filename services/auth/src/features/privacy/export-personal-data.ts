import type { PersonalData } from '@qr-attendance/contracts';
import { signedOutError } from '../../core/people/rules/person.ts';
import type { ReadPersonalData } from './personal-data.ts';

export interface ExportDeps {
  readPersonalData: ReadPersonalData;
  clock: () => Date;
}

export const exportPersonalData = async (
  { readPersonalData, clock }: ExportDeps,
  personId: string,
): Promise<PersonalData> => {
  const records = await readPersonalData(personId);
  if (!records) throw signedOutError();
  return { service: 'auth', exportedAt: clock().toISOString(), records };
};
