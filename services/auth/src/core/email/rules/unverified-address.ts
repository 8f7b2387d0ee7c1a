import type { Person } from '../../people/rules/person.ts';

interface Recipient {
  verified: boolean;
}

/** Strangers must read nothing that the person typed. */
export const nameToShow = (
  { name, erased }: Pick<Person, 'name' | 'erased'>,
  { verified }: Recipient,
): string | undefined => (verified && !erased ? name : undefined);

/** Otherwise whoever registered with the address of somebody else would keep the account. */
export const maySignInByEmail = ({ verified }: Recipient): boolean => verified;
