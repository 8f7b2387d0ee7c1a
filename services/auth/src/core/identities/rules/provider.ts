import type { ClaimMapping, ProviderSecondFactor, RoleValues } from '@qr-attendance/contracts';

export interface Provider {
  id: string;
  kind: string;
  name: string;
  issuer: string;
  clientId: string;
  /** The secret is encrypted. */
  clientSecret: string | null;
  scopes: string;
  claims: ClaimMapping;
  roleValues: RoleValues;
  unknownPeople: 'create' | 'refuse';
  secondFactor: ProviderSecondFactor;
  active: boolean;
  version: number;
  createdAt: Date;
}
