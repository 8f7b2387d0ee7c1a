import { createHash, generateKeyPairSync } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { newSecret } from '@qr-attendance/server';
import { StartError } from './start-error.ts';

const keyPairSchema = z.object({ privateKey: z.string(), publicKeys: z.string() });
/** A private key for signing and a set of public keys for verifying, as JSON Web Keys in text form. */
export type KeyPair = z.infer<typeof keyPairSchema>;
/** P-256 has a security strength of 128 bits (NIST SP 800-57 part 1, table 2). */
export const createKeyPair = (): KeyPair => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = publicKey.export({ format: 'jwk' });
  const kid = createHash('sha256').update(JSON.stringify(jwk)).digest('base64url').slice(0, 12);
  return {
    privateKey: JSON.stringify({ ...privateKey.export({ format: 'jwk' }), kid }),
    publicKeys: JSON.stringify({ keys: [{ ...jwk, kid }] }),
  };
};

export const secretsSchema = z.object({
  postgresPassword: z.string(),
  internalToken: z.string(),
  pinPepper: z.string(),
  mongoPassword: z.string(),
  clientCookieSecret: z.string(),
  accessToken: keyPairSchema,
  ticket: keyPairSchema,
  /** Signs tickets. Scans made before the sign-in are signed with the key pair. */
  ticketSecret: z.string(),
  receipt: keyPairSchema,
  /** Further secrets that are accepted during a rotation (rotate-secrets.ts). */
  internalTokensAccepted: z.array(z.string()).optional(),
  clientCookieSecretsAccepted: z.array(z.string()).optional(),
  ticketSecretsAccepted: z.array(z.string()).optional(),
  /** The version of `pinPepper`; the first by default. */
  pinPepperVersion: z.number().int().optional(),
  pinPeppersOther: z.record(z.string(), z.string()).optional(),
  /** The next secrets by name: accepted, but not used yet. */
  next: z
    .object({
      accessToken: keyPairSchema,
      ticket: keyPairSchema,
      receipt: keyPairSchema,
      internalToken: z.string(),
      pinPepper: z.string(),
      clientCookieSecret: z.string(),
      ticketSecret: z.string(),
    })
    .partial()
    .optional(),
});
export type Secrets = z.infer<typeof secretsSchema>;

/** All secrets that verify tickets; the first secret signs. */
export const ticketSecretsOf = ({ ticketSecret, ticketSecretsAccepted = [] }: Secrets): string[] => [
  ticketSecret,
  ...ticketSecretsAccepted,
];

export { gatewayTokenOf } from '@qr-attendance/server';

export const createSecrets = (): Secrets => ({
  postgresPassword: newSecret(),
  mongoPassword: newSecret(),
  internalToken: newSecret(),
  pinPepper: newSecret(),
  clientCookieSecret: newSecret(),
  accessToken: createKeyPair(),
  ticket: createKeyPair(),
  ticketSecret: newSecret(),
  receipt: createKeyPair(),
});

const write = async (file: string, secrets: Secrets): Promise<void> => {
  await writeFile(file, JSON.stringify(secrets, null, 2), { mode: 0o600 });
  await chmod(file, 0o600);
};
const parse = (file: string, text: string): Secrets => {
  try {
    return secretsSchema.parse(JSON.parse(text));
  } catch {
    throw new StartError(`The secrets in ${file} are damaged; restore the file from a backup.`);
  }
};

/** Creates the secrets of a data folder at first use. @throws StartError if they cannot be read */
export const loadOrCreateSecrets = async (dataDir: string): Promise<Secrets> => {
  const file = join(dataDir, 'secrets.json');
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new StartError(`The secrets in ${file} cannot be read; fix the file's permissions.`);
  });
  if (text === undefined) {
    if (existsSync(join(dataDir, 'postgres')))
      throw new StartError(
        `The data in ${dataDir} has lost its secrets.json; restore it or move the folder away.`,
      );
    const secrets = createSecrets();
    await write(file, secrets);
    return secrets;
  }
  return parse(file, text);
};
