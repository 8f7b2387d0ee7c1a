import { type ProviderSecondFactor, REFEDS_MFA, type UserType } from '@qr-attendance/contracts';
import { isRequiredOf, type SecondFactorRequirement } from './requirement.ts';

interface Provider {
  secondFactor: ProviderSecondFactor;
}

/**
 * Whether a sign-in at a provider had a second factor. An `acr` counts only from a provider that is declared to support
 * the profile; any other provider may state it by chance, or for less.
 */
export const hasSecondFactor = ({ secondFactor }: Provider, acr: string | undefined): boolean =>
  secondFactor === 'always' || (secondFactor === 'refeds_mfa' && acr === REFEDS_MFA);

/**
 * Whether a proof at a provider needs a second factor there: of staff, and of everybody whose role needs one to sign in.
 * Many providers have second factors for staff only, so other students could not prove anything.
 */
export const provesBySecondFactor = (
  { secondFactor }: Provider,
  requirement: SecondFactorRequirement,
  userType: UserType,
): boolean =>
  secondFactor === 'refeds_mfa' && (userType !== 'STUDENT' || isRequiredOf(requirement, userType));
