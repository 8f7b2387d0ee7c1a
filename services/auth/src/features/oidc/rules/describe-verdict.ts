import { type MappingPreview, REFEDS_MFA } from '@qr-attendance/contracts';
import type { IdentityVerdict } from '../../../core/identities/rules/judge-identity.ts';
import type { Claims, StatedIdentity } from '../../../core/identities/rules/map-claims.ts';
import { type Person, personValuesOf } from '../../../core/people/rules/person.ts';

const describePerson = (person: Person): MappingPreview['person'] => ({
  _id: person.id,
  userType: person.details.userType,
  values: personValuesOf(person),
});

/** Describes the result of a test sign-in to an administrator. */
export const describeVerdict = (
  claims: Claims,
  { institutionId, name, email, userType }: StatedIdentity,
  verdict: IdentityVerdict,
): MappingPreview => ({
  claims,
  subject: typeof claims['sub'] === 'string' ? claims['sub'] : null,
  statesMfa: claims['acr'] === REFEDS_MFA,
  values: { institutionId, name, email, userType },
  outcome: verdict.outcome,
  error: verdict.outcome === 'refused' ? verdict.error : null,
  person: 'person' in verdict && verdict.person ? describePerson(verdict.person) : null,
});
