import { z } from 'zod/mini';
import { plainTextSchema } from '../common.ts';
import { base64urlSchema, credentialBase, descriptorSchema } from '../webauthn.ts';

/** Source: WebAuthn level 3, RegistrationResponseJSON. */
export const passkeyRegistrationSchema = z.object({
  ...credentialBase,
  response: z.object({
    clientDataJSON: base64urlSchema(4000),
    attestationObject: base64urlSchema(20_000),
    transports: z.optional(z.array(plainTextSchema(40)).check(z.maxLength(10))),
  }),
});
export type PasskeyRegistration = z.output<typeof passkeyRegistrationSchema>;

/**
 * Options for `startRegistration` of @simplewebauthn/browser. Source: PublicKeyCredentialCreationOptionsJSON.
 */
export const passkeyCreationOptionsSchema = z.looseObject({
  challenge: z.string(),
  rp: z.object({ id: z.optional(z.string()), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
  timeout: z.optional(z.number()),
  excludeCredentials: z.optional(z.array(descriptorSchema)),
});
export type PasskeyCreationOptions = z.output<typeof passkeyCreationOptionsSchema>;
