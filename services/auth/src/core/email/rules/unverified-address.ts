import type { Person } from '../../people/rules/person.ts';

interface Recipient {
  verified: boolean;
}

/** A stranger may own an unverified address, and must not read what the person typed. */
export const nameToShow = (
  { name, erased }: Pick<Person, 'name' | 'erased'>,
  { verified }: Recipient,
): string | undefined => (verified && !erased ? name : undefined);

/**
 * Requires a verified address; otherwise a person who registered with somebody else's address would keep
 * access to the account.
 */
export const maySignInByEmail = ({ verified }: Recipient): boolean => verified;
