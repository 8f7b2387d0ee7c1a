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

const checked = (variable: string, key: KeyObject): KeyObject => {
  if (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1')
    throw new ConfigError(`Configuration: ${variable} is not a P-256 key.`);
  return key;
};

/** Reads a JSON Web Key Set (RFC 7517) by key id. @throws ConfigError that names `variable` */
export const readPublicKeys = (variable: string, text: string): Map<string, KeyObject> => {
  const set = keySetSchema.safeParse(parseJson(variable, text));
  if (!set.success) throw new ConfigError(`Configuration: ${variable} is not a JSON Web Key Set.`);
  return new Map(
    set.data.keys.map((key) => [key.kid, checked(variable, createPublicKey({ key, format: 'jwk' }))]),
  );
};

/** @throws ConfigError that names `variable` */
export const readPrivateKey = (variable: string, text: string): { kid: string; key: KeyObject } => {
  const key = jwkSchema.safeParse(parseJson(variable, text));
  if (!key.success) throw new ConfigError(`Configuration: ${variable} is not a JSON Web Key.`);
  return { kid: key.data.kid, key: checked(variable, createPrivateKey({ key: key.data, format: 'jwk' })) };
};
