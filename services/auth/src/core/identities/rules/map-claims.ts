import {
  type ClaimMapping,
  emailSchema,
  institutionIdSchema,
  nameSchema,
  type RoleValues,
} from '@qr-attendance/contracts';
import type { z } from 'zod/mini';

export type Claims = Record<string, unknown>;

/** The statements of a provider about the person who signs in. */
export interface StatedIdentity {
  institutionId: string | null;
  name: string | null;
  email: string | null;
  /** The provider says that the person has confirmed the address. */
  isEmailConfirmed: boolean;
  userType: 'STUDENT' | 'TEACHER';
  /** A name or address by which people recognize the account at the provider. */
  label: string | null;
}

const isObject = (value: unknown): value is Claims =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Names of claims can contain dots, for example in URLs, so the whole name is tried before it is read as a path. */
const readClaim = (claims: Claims, name: string): unknown =>
  name in claims
    ? claims[name]
    : name.split('.').reduce<unknown>((value, part) => (isObject(value) ? value[part] : undefined), claims);

const readTexts = (value: unknown): string[] =>
  [value].flat().flatMap((one) => (typeof one === 'string' || typeof one === 'number' ? String(one) : []));

/** Ignores a claim with several values, because it is unclear which of them is meant. */
const readText = (claims: Claims, name: string | null, schema: z.ZodMiniType<string>): string | null => {
  const [text, ...others] = name === null ? [] : readTexts(readClaim(claims, name));
  return others.length === 0 ? (schema.safeParse(text).data ?? null) : null;
};

const NAME = nameSchema(200);
export const EMAIL = 'email';
export const EMAIL_VERIFIED = 'email_verified';

/** The claim concerns the address in the standard claim only (OpenID Connect Core, 5.1). */
const isVerified = (claims: Claims, mapping: Pick<ClaimMapping, 'email'>): boolean => {
  const verified = claims[EMAIL_VERIFIED];
  return mapping.email === EMAIL && (verified === true || verified === 'true');
};

export const mapClaims = (
  claims: Claims,
  mapping: ClaimMapping,
  { staff }: Pick<RoleValues, 'staff'>,
): StatedIdentity => {
  const roles = mapping.role === null ? [] : readTexts(readClaim(claims, mapping.role));
  const name = readText(claims, mapping.name, NAME);
  const email = readText(claims, mapping.email, emailSchema as unknown as z.ZodMiniType<string>);
  return {
    institutionId: readText(claims, mapping.institutionId, institutionIdSchema),
    name,
    email,
    isEmailConfirmed: email !== null && isVerified(claims, mapping),
    userType: roles.some((role) => staff.includes(role)) ? 'TEACHER' : 'STUDENT',
    label: readText(claims, 'preferred_username', NAME) ?? email ?? name,
  };
};

/** Anybody can have an address in a provider's records, so an address is never the authoritative attribute. */
export const isEmailClaim = ({
  institutionId,
  email,
}: Pick<ClaimMapping, 'institutionId' | 'email'>): boolean =>
  institutionId !== null && (institutionId === email || /e-?mail/i.test(institutionId));
