import type { ProviderSignInError } from '@qr-attendance/contracts';
import { isMerged, isUnprovenAccount, type Person } from '../../people/rules/person.ts';
import type { Provider } from './provider.ts';
import type { StatedIdentity } from './map-claims.ts';

export interface FoundPeople {
  /** The person to whom the identity is linked. */
  linked: Person | undefined;
  /** The person with the authoritative attribute. */
  met: Person | undefined;
  /** Somebody with the attribute was erased. */
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
 * An identity signs in to the account to which it is linked. Another one meets a person of the institution's records who has
 * no account, by the attribute that is authoritative for the provider. It never meets anybody by an email address, and an
 * existing account is linked by its owner only.
 */
export const judgeIdentity = (
  { claims, unknownPeople }: Pick<Provider, 'claims' | 'unknownPeople'>,
  { institutionId, name, email }: StatedIdentity,
  { linked, met, isErased, isEmailTaken }: FoundPeople,
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

/** Links two accounts of one human only: a friend's identity would let the friend sign in. */
export const judgeLink = (
  person: Person,
  { institutionId }: StatedIdentity,
  { linked, met }: Pick<FoundPeople, 'linked' | 'met'>,
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
