import type { Person } from '../../people/rules/person.ts';

interface Recipient {
  verified: boolean;
}

/** An address that is not verified may belong to a stranger, who must not read what the person typed. */
export const nameToShow = (
  { name, erased }: Pick<Person, 'name' | 'erased'>,
  { verified }: Recipient,
): string | undefined => (verified && !erased ? name : undefined);

/** Otherwise a person who registered with somebody else's address would keep access to that account. */
export const maySignInByEmail = ({ verified }: Recipient): boolean => verified;
