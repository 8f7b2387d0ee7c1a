import { z } from 'zod/mini';
import { momentSchema, nameSchema, plainTextSchema, textSchema, userIdSchema } from '../common.ts';
import { openEnum } from '../open-enum.ts';
import { personValuesSchema } from './people-schemas.ts';
import { openUserTypeSchema } from './schemas.ts';

/** Chosen by an administrator and never changed, because the provider knows it as part of the redirect URI. */
export const providerIdSchema = z
  .string()
  .check(z.regex(/^[a-z][a-z0-9-]{1,29}$/, 'must be 2 to 30 letters a–z, digits and hyphens'));

/** The `acr` of a sign-in with a second factor: https://refeds.org/profile/mfa. */
export const REFEDS_MFA = 'https://refeds.org/profile/mfa';

/** The institution's declaration about the second factors of a provider. */
export const providerSecondFactorSchema = z.enum([
  /** The provider states nothing that this product relies on, so a sign-in counts like a password. */
  'not_stated',
  /** The provider supports the REFEDS MFA Profile: it asks for a second factor on request, and states it. */
  'refeds_mfa',
  /** The provider asks everybody for a second factor, although its answers do not state that. */
  'always',
]);
export type ProviderSecondFactor = z.infer<typeof providerSecondFactorSchema>;

/** Why a sign-in through a provider failed. The sign-in page, the account page and the administrators' list explain it. */
export const providerSignInErrorSchema = z.enum([
  /** No active provider has the requested id. */
  'provider_unknown',
  /** The provider does not answer, answers too late or reports an error itself. */
  'provider_unavailable',
  /** Too many people sign in through the provider at this moment. */
  'provider_busy',
  /** The person canceled, or the provider does not let them use this product. */
  'provider_denied',
  /** The answer from the provider is invalid, such as a wrong signature or issuer. */
  'provider_invalid',
  /** The attempt is unknown, already used or expired, or it began in another browser. */
  'attempt_invalid',
  /** The provider did not state the attribute that identifies people. */
  'attribute_missing',
  /** The provider stated no name or no email address for a new person. */
  'details_missing',
  /** No person has the attribute's value, and the provider may not create people. */
  'person_unknown',
  /** Somebody else has the email address. */
  'email_taken',
  /** The person already has an account. Its owner can link the identity after signing in. */
  'account_exists',
  /** The institution no longer lists the person, or the person was deleted. */
  'person_removed',
  'suspended',
  /** The account was merged with another one of the person, who links the identity there. */
  'account_merged',
  /** Nobody has verified the account's address yet, so its owner may be somebody else. Nothing is linked. */
  'address_unverified',
  /** The external identity is linked to another account. */
  'identity_taken',
  /** While the provider's page was open, the account was signed out or the password confirmation expired. */
  'link_expired',
  /** A different person signed in at the provider, so the re-authentication failed. */
  'other_identity',
  /** The provider did not state the second factor that it was asked for, so the re-authentication failed. */
  'mfa_missing',
]);
export type ProviderSignInError = z.infer<typeof providerSignInErrorSchema>;

/** An identity provider as the sign-in page shows it. */
export const signInProviderSchema = z.object({
  _id: z.string(),
  name: z.string(),
  /**
   * The browser navigates to this URL and appends `?returnTo=`. Absolute, because the provider redirects to this origin
   * only.
   */
  startUrl: z.string(),
});
export type SignInProvider = z.infer<typeof signInProviderSchema>;

/** The address to which the page navigates. */
export const providerRedirectSchema = z.object({ url: z.string() });

/** A path of this product. Any other value redirects to the start page. */
export const returnToSchema = plainTextSchema(500);

export const linkedIdentitySchema = z.object({
  _id: z.uuid(),
  provider: z.object({ _id: z.string(), name: z.string(), active: z.boolean() }),
  /** The name or address that the person has at the provider, if the provider states one. */
  label: z.nullable(z.string()),
  linkedAt: z.nullable(momentSchema),
  lastUsedAt: z.nullable(momentSchema),
});
export type LinkedIdentity = z.infer<typeof linkedIdentitySchema>;

const claimNameSchema = nameSchema(100);
const claimValuesSchema = z.array(textSchema(100)).check(z.maxLength(50));

/** Names of claims, in the form `name` or `path.to.name`; null if the provider states no usable claim. */
export const claimMappingSchema = z.object({
  /** The claim that identifies people: its value equals the institution's id of a person. Never an email address. */
  institutionId: z.nullable(claimNameSchema),
  name: claimNameSchema,
  email: claimNameSchema,
  /** A claim with one or several roles or groups. */
  role: z.nullable(claimNameSchema),
});
export type ClaimMapping = z.infer<typeof claimMappingSchema>;

/** The values of the claim `role` that make a new person staff or a student. Nobody becomes an administrator. */
export const roleValuesSchema = z.object({ staff: claimValuesSchema, student: claimValuesSchema });
export type RoleValues = z.infer<typeof roleValuesSchema>;

/** The reaction to a sign-in of somebody whom the provider knows but this product does not. */
export const unknownPeopleSchema = z.enum(['create', 'refuse']);

const providerFields = {
  name: nameSchema(100),
  issuer: z.string().check(
    z.trim(),
    z.maxLength(500),
    z.refine((text) => URL.canParse(text), 'must be a web address'),
  ),
  clientId: textSchema(500),
  scopes: textSchema(500),
  claims: claimMappingSchema,
  roleValues: roleValuesSchema,
  unknownPeople: unknownPeopleSchema,
};
const clientSecretSchema = textSchema(1_000);

export const newProviderSchema = z.object({
  _id: providerIdSchema,
  ...providerFields,
  secondFactor: z._default(providerSecondFactorSchema, 'not_stated'),
  /** Omitted for a public client. The secret is stored encrypted and never shown again. */
  clientSecret: z.optional(clientSecretSchema),
});

export const providerChangesSchema = z.extend(
  z.partial(
    z.object({
      ...providerFields,
      secondFactor: providerSecondFactorSchema,
      /** Replaces the secret; null removes it, which makes this product a public client of the provider. */
      clientSecret: z.nullable(clientSecretSchema),
      /** Only an active provider is on the sign-in page. */
      active: z.boolean(),
    }),
  ),
  /** The version that the administrator saw. */
  { version: z.int().check(z.gte(1)) },
);

/** The addresses that the administrator enters at the provider. */
export const providerAddressesSchema = z.object({
  redirectUri: z.string(),
  backChannelLogoutUri: z.string(),
  postLogoutRedirectUri: z.string(),
});

export const identityProviderSchema = z.object({
  _id: z.string(),
  kind: openEnum(z.enum(['oidc'])),
  name: z.string(),
  issuer: z.string(),
  clientId: z.string(),
  hasSecret: z.boolean(),
  scopes: z.string(),
  claims: z.object({
    institutionId: z.nullable(z.string()),
    name: z.string(),
    email: z.string(),
    role: z.nullable(z.string()),
  }),
  roleValues: z.object({ staff: z.array(z.string()), student: z.array(z.string()) }),
  unknownPeople: openEnum(unknownPeopleSchema),
  /** Missing in responses of the previous release. */
  secondFactor: z.optional(openEnum(providerSecondFactorSchema)),
  active: z.boolean(),
  ...providerAddressesSchema.shape,
  /** The number of linked identities of this provider. */
  identities: z.int(),
  /** Counts the changes of the provider. */
  version: z.int(),
  createdAt: momentSchema,
});
export type IdentityProvider = z.infer<typeof identityProviderSchema>;

/** The result of checking the discovery document of an issuer. */
export const issuerCheckSchema = z.object({
  ...providerAddressesSchema.shape,
  /**
   * Null if the issuer can be used. `insecure`: not HTTPS. `no_algorithm`: the issuer signs ID tokens with no accepted
   * algorithm.
   */
  problem: z.nullable(
    openEnum(z.enum(['insecure', 'unreachable', 'no_document', 'other_issuer', 'no_algorithm'])),
  ),
  scopes: z.array(z.string()),
  claims: z.array(z.string()),
  /** The provider can end its own session when somebody signs out here. */
  supportsLogout: z.boolean(),
  /** The provider tells this product when somebody signs out there. */
  supportsBackChannelLogout: z.boolean(),
  /** The provider lists the REFEDS MFA Profile among the values of `acr` that it supports. */
  supportsMfa: z.optional(z.boolean()),
});
export type IssuerCheck = z.infer<typeof issuerCheckSchema>;

/** The outcome that a sign-in with these claims would have. The preview signs nobody in. */
export const mappingPreviewSchema = z.object({
  /** The claims as the provider stated them. */
  claims: z.record(z.string(), z.unknown()),
  subject: z.nullable(z.string()),
  /** Whether the claims state a second factor by the REFEDS MFA Profile. */
  statesMfa: z.optional(z.boolean()),
  values: z.object({
    institutionId: z.nullable(z.string()),
    name: z.nullable(z.string()),
    email: z.nullable(z.string()),
    userType: openUserTypeSchema,
  }),
  outcome: openEnum(
    z.enum([
      /** The identity is already linked to a person. */
      'known',
      /** The sign-in would link the identity to a person of the institution's records. */
      'meets',
      'creates',
      'refused',
    ]),
  ),
  error: z.nullable(openEnum(providerSignInErrorSchema)),
  person: z.nullable(
    z.object({ _id: userIdSchema, userType: openUserTypeSchema, values: personValuesSchema }),
  ),
});
export type MappingPreview = z.infer<typeof mappingPreviewSchema>;

export const providerFailureSchema = z.object({
  at: momentSchema,
  error: openEnum(providerSignInErrorSchema),
  /** The technical reason, in English, without personal data. */
  detail: z.nullable(z.string()),
});
export type ProviderFailure = z.infer<typeof providerFailureSchema>;
