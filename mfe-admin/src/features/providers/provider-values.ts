import {
  knownOrOther,
  providerSecondFactorSchema,
  unknownPeopleSchema,
  type IdentityProvider,
  type ProviderSecondFactor,
} from '@qr-attendance/contracts';
import type { NewProvider, ProviderChanges } from './api.ts';

/** The fields of the form. An empty string means that there is no value. */
export interface ProviderValues {
  name: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
  removesSecret: boolean;
  scopes: string;
  claims: { institutionId: string; name: string; email: string; role: string };
  roleValues: { staff: string[]; student: string[] };
  unknownPeople: 'create' | 'refuse';
  secondFactor: ProviderSecondFactor;
}

export const newValues: Omit<ProviderValues, 'issuer'> = {
  name: '',
  clientId: '',
  clientSecret: '',
  removesSecret: false,
  scopes: 'openid profile email',
  claims: { institutionId: '', name: 'name', email: 'email', role: '' },
  roleValues: { staff: [], student: [] },
  unknownPeople: 'refuse',
  secondFactor: 'not_stated',
};

/** A value of a newer server counts as the weakest one. */
export const secondFactorOf = ({
  secondFactor,
}: Pick<IdentityProvider, 'secondFactor'>): ProviderSecondFactor => {
  const known = knownOrOther(providerSecondFactorSchema, secondFactor ?? newValues.secondFactor);
  return known === 'other' ? newValues.secondFactor : known;
};

export const valuesOf = ({ claims, unknownPeople, ...provider }: IdentityProvider): ProviderValues => {
  const knownPolicy = knownOrOther(unknownPeopleSchema, unknownPeople);
  return {
    name: provider.name,
    issuer: provider.issuer,
    clientId: provider.clientId,
    clientSecret: '',
    removesSecret: false,
    scopes: provider.scopes,
    claims: { ...claims, institutionId: claims.institutionId ?? '', role: claims.role ?? '' },
    roleValues: provider.roleValues,
    unknownPeople: knownPolicy === 'other' ? 'refuse' : knownPolicy,
    secondFactor: secondFactorOf(provider),
  };
};

const settingsOf = ({ claims, clientSecret: _, removesSecret: _removes, ...values }: ProviderValues) => ({
  ...values,
  claims: { ...claims, institutionId: claims.institutionId || null, role: claims.role || null },
});

export const toNewProvider = (_id: string, values: ProviderValues): NewProvider => ({
  _id,
  ...settingsOf(values),
  ...(values.clientSecret && { clientSecret: values.clientSecret }),
});

/**
 * Keeps the secret unless the user typed a new one or chose to remove the secret.
 * @param version the version from which the values were changed
 */
export const toChanges = (values: ProviderValues, version: number): ProviderChanges => ({
  version,
  ...settingsOf(values),
  ...(values.clientSecret && { clientSecret: values.clientSecret }),
  ...(values.removesSecret && { clientSecret: null }),
});

/**
 * Names of the fields on the server, which are the same as in the form. `otherFields` maps other names and
 * error codes to fields.
 */
export const fieldNames = [
  'name',
  'issuer',
  'clientId',
  'clientSecret',
  'scopes',
  'unknownPeople',
  'secondFactor',
] as const;
export const otherFields: Record<string, string[]> = {
  'claims.institutionId': ['claims', 'institutionId'],
  'claims.name': ['claims', 'name'],
  'claims.email': ['claims', 'email'],
  'claims.role': ['claims', 'role'],
  'roleValues.staff': ['roleValues', 'staff'],
  'roleValues.student': ['roleValues', 'student'],
  issuer_in_use: ['issuer'],
  issuer_insecure: ['issuer'],
  email_not_authoritative: ['claims', 'institutionId'],
};
