import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import { ConfigError } from '../config.ts';

const jwkSchema = z.looseObject({ kid: z.string(), kty: z.string() });
/** Source: RFC 7518, 3.3. */
const LEAST_RSA_BITS = 2048;
const keySetSchema = z.object({ keys: z.array(jwkSchema).min(1) });

const parseJson = (variable: string, text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new ConfigError(`Configuration: ${variable} is not JSON.`);
  }
};

/** Only kinds that sign tokens here, so that a wrong one stops the start and not every sign-in. */
const checked = (variable: string, key: KeyObject): KeyObject => {
  const { modulusLength = 0, namedCurve } = key.asymmetricKeyDetails ?? {};
  const isKnown =
    key.asymmetricKeyType === 'rsa' ? modulusLength >= LEAST_RSA_BITS : namedCurve === 'prime256v1';
  if (!isKnown)
    throw new ConfigError(
      `Configuration: ${variable} is neither a P-256 key nor an RSA key of at least ${LEAST_RSA_BITS} bits.`,
    );
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
