import { z } from 'zod/mini';

/** Base64url without padding, as in WebAuthn's JSON forms. */
export const base64urlSchema = (max: number) =>
  z
    .string()
    .check(z.minLength(1, 'is required'), z.maxLength(max), z.regex(/^[A-Za-z0-9_-]*$/, 'must be base64url'));

/** Validity of a challenge in milliseconds. Specification, section 5. */
export const PASSKEY_TIMEOUT_MS = 60_000;

export const credentialBase = {
  id: base64urlSchema(1400),
  rawId: base64urlSchema(1400),
  type: z.literal('public-key'),
  authenticatorAttachment: z.optional(z.string().check(z.maxLength(40))),
  clientExtensionResults: z._default(z.record(z.string(), z.unknown()), {}),
};

/** Source: WebAuthn level 3, AuthenticationResponseJSON. */
export const passkeyAssertionSchema = z.object({
  ...credentialBase,
  response: z.object({
    clientDataJSON: base64urlSchema(4000),
    authenticatorData: base64urlSchema(4000),
    signature: base64urlSchema(2000),
    userHandle: z.optional(base64urlSchema(200)),
  }),
});
export type PasskeyAssertion = z.output<typeof passkeyAssertionSchema>;

export const descriptorSchema = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.optional(z.array(z.string())),
});

/**
 * Options for `startAuthentication` of @simplewebauthn/browser. Source:
 * PublicKeyCredentialRequestOptionsJSON.
 */
export const passkeyRequestOptionsSchema = z.looseObject({
  challenge: z.string(),
  rpId: z.optional(z.string()),
  timeout: z.optional(z.number()),
  userVerification: z.literal('required'),
  allowCredentials: z.optional(z.array(descriptorSchema)),
});
export type PasskeyRequestOptions = z.output<typeof passkeyRequestOptionsSchema>;
