import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import { ConfigError } from '../config.ts';

const jwkSchema = z.looseObject({ kid: z.string(), kty: z.string() });
const keySetSchema = z.object({ keys: z.array(jwkSchema).min(1) });

const parseJson = (variable: string, text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new ConfigError(`Configuration: ${variable} is not JSON.`);
  }
};

/** A key of another kind stops the start instead of every sign-in. */
const checked = (variable: string, key: KeyObject): KeyObject => {
  if (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1')
    throw new ConfigError(`Configuration: ${variable} is not a P-256 key.`);
  return key;
};

/**
 * Public keys by key id, from a JSON Web Key Set (RFC 7517).
 * @throws ConfigError when `text` is not such a set; `variable` names the setting.
 */
export const readPublicKeys = (variable: string, text: string): Map<string, KeyObject> => {
  const set = keySetSchema.safeParse(parseJson(variable, text));
  if (!set.success) throw new ConfigError(`Configuration: ${variable} is not a JSON Web Key Set.`);
  return new Map(
    set.data.keys.map((key) => [key.kid, checked(variable, createPublicKey({ key, format: 'jwk' }))]),
  );
};

/** A private JSON Web Key with its id. @throws ConfigError as above. */
export const readPrivateKey = (variable: string, text: string): { kid: string; key: KeyObject } => {
  const key = jwkSchema.safeParse(parseJson(variable, text));
  if (!key.success) throw new ConfigError(`Configuration: ${variable} is not a JSON Web Key.`);
  return { kid: key.data.kid, key: checked(variable, createPrivateKey({ key: key.data, format: 'jwk' })) };
};
