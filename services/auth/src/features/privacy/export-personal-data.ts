import type { PersonalData } from '@qr-attendance/contracts';
import { signedOut } from '../../core/people/rules/person.ts';
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
  if (!records) throw signedOut();
  return { service: 'auth', exportedAt: clock().toISOString(), records };
};
