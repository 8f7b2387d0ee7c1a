import type { ProviderSignInError } from '@qr-attendance/contracts';
import { isMerged, isUnprovenAccount, type Person } from '../../people/rules/person.ts';
import type { Provider } from './provider.ts';
import type { StatedIdentity } from './map-claims.ts';

export interface IdentityCandidates {
  /** The person to whom the identity is linked. */
  linked: Person | undefined;
  /** The person with the authoritative attribute. */
  met: Person | undefined;
  /** A person with the authoritative attribute was erased. */
  isErased: boolean;
  isEmailTaken: boolean;
}

export type IdentityVerdict =
  | { outcome: 'known' | 'meets'; person: Person }
  | { outcome: 'creates'; name: string; email: string }
  | { outcome: 'refused'; error: ProviderSignInError; person?: Person };

const refused = (error: ProviderSignInError, person?: Person): IdentityVerdict => ({
  outcome: 'refused',
  error,
  ...(person && { person }),
});

const blockOf = (person: Person): ProviderSignInError | undefined => {
  if (person.suspension) return 'suspended';
  if (isMerged(person)) return 'account_merged';
  return person.erased || person.withdrawnAt ? 'person_removed' : undefined;
};

/**
 * A linked identity signs in to its account. An unlinked identity may register a person from the institution's records
 * who has no account, but only if the provider's authoritative attribute matches. An email address never matches
 * anybody, and only the owner of an existing account can link an identity to it.
 */
export const judgeIdentity = (
  { claims, unknownPeople }: Pick<Provider, 'claims' | 'unknownPeople'>,
  { institutionId, name, email }: StatedIdentity,
  { linked, met, isErased, isEmailTaken }: IdentityCandidates,
): IdentityVerdict => {
  if (linked) {
    const block = blockOf(linked);
    return block ? refused(block, linked) : { outcome: 'known', person: linked };
  }
  if (claims.institutionId !== null) {
    if (institutionId === null) return refused('attribute_missing');
    if (met) {
      const block = blockOf(met) ?? (met.registered ? 'account_exists' : undefined);
      return block ? refused(block, met) : { outcome: 'meets', person: met };
    }
    if (isErased) return refused('person_removed');
  }
  if (unknownPeople === 'refuse') return refused('person_unknown');
  if (name === null || email === null) return refused('details_missing');
  return isEmailTaken ? refused('email_taken') : { outcome: 'creates', name, email };
};

/**
 * Requires that the identity and the account belong to the same person: a friend's identity would let the friend sign
 * in.
 */
export const judgeLink = (
  person: Person,
  { institutionId }: StatedIdentity,
  { linked, met }: Pick<IdentityCandidates, 'linked' | 'met'>,
  isSameId: (one: string, other: string) => boolean,
): ProviderSignInError | undefined => {
  const block = blockOf(person);
  if (block) return block;
  // The owner of the address would take the account over, and the identity with it.
  if (isUnprovenAccount(person)) return 'address_unverified';
  const isOther = (one: Person | undefined): boolean => one !== undefined && one.id !== person.id;
  const hasOtherId =
    institutionId !== null && person.institutionId !== null && !isSameId(institutionId, person.institutionId);
  return isOther(linked) || isOther(met) || hasOtherId ? 'identity_taken' : undefined;
};
