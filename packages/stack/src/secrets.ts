import { createHash, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { StartError } from './start-error.ts';

/** 32 random bytes, base64url. */
export const randomSecret = () => randomBytes(32).toString('base64url');

const keyPairSchema = z.object({ privateKey: z.string(), publicKeys: z.string() });
/** JSON Web Keys as text: one that signs, and a set of those that verify. */
export type KeyPair = z.infer<typeof keyPairSchema>;
const keyPair = ({ privateKey, publicKey }: { privateKey: KeyObject; publicKey: KeyObject }) => {
  const jwk = publicKey.export({ format: 'jwk' });
  const kid = createHash('sha256').update(JSON.stringify(jwk)).digest('base64url').slice(0, 12);
  return {
    privateKey: JSON.stringify({ ...privateKey.export({ format: 'jwk' }), kid }),
    publicKeys: JSON.stringify({ keys: [{ ...jwk, kid }] }),
  };
};

/** What signs access tokens; releases before December 2026 know RSA alone, and tickets by a key pair alone. */
export type AccessKey = 'ec' | 'rsa';

/** P-256 and RSA of 3072 bits are as strong as 128 bits. Source: NIST SP 800-57 part 1, table 2. */
export const makeKeyPair = (kind: AccessKey): KeyPair =>
  keyPair(
    kind === 'ec'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('rsa', { modulusLength: 3072 }),
  );

export const secretsSchema = z.object({
  postgresPassword: z.string(),
  internalToken: z.string(),
  pinPepper: z.string(),
  /** Of the embedded MongoDB; made when a data folder without one is opened. */
  mongoPassword: z.string().default(randomSecret),
  /** Not there in data folders of before; made when such a one is opened. */
  clientCookieSecret: z.string().default(randomSecret),
  accessToken: keyPairSchema,
  ticket: keyPairSchema,
  /** Signs tickets in place of the pair. None where the release before runs beside this one, which knows the pair alone. */
  ticketSecret: z.string().optional(),
  /** As with the cookie's secret. */
  receipt: keyPairSchema.default(() => makeKeyPair('ec')),
  /** Accepted besides the one in use while it is changed (rotate-secrets.ts). */
  internalTokensAccepted: z.array(z.string()).optional(),
  clientCookieSecretsAccepted: z.array(z.string()).optional(),
  ticketSecretsAccepted: z.array(z.string()).optional(),
  /** Of `pinPepper`; the first unless said. */
  pinPepperVersion: z.number().int().optional(),
  /** Other peppers that PINs verify by, by version. */
  pinPeppersOther: z.record(z.string(), z.string()).optional(),
  /** What is accepted already, by what it takes the place of, and not yet used. */
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
/** What the processes of one system share and nobody else may know. Keys are JSON Web Keys as text. */
export type Secrets = z.infer<typeof secretsSchema>;

/** All that tickets are verified by, the one that signs them first. */
export const ticketSecretsOf = ({ ticketSecret, ticketSecretsAccepted = [] }: Secrets): string[] => [
  ...(ticketSecret === undefined ? [] : [ticketSecret]),
  ...ticketSecretsAccepted,
];

export { gatewayTokenOf } from '@qr-attendance/server';

/** New secrets. */
export const makeSecrets = (accessKey: AccessKey = 'ec'): Secrets => {
  return {
    postgresPassword: randomSecret(),
    mongoPassword: randomSecret(),
    internalToken: randomSecret(),
    pinPepper: randomSecret(),
    clientCookieSecret: randomSecret(),
    accessToken: makeKeyPair(accessKey),
    ticket: makeKeyPair('ec'),
    ...(accessKey === 'ec' ? { ticketSecret: randomSecret() } : {}),
    receipt: makeKeyPair('ec'),
  };
};

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

/**
 * The secrets kept in a data folder, made at first use.
 * @param accessKey what is made for access tokens if none is there
 * @throws StartError when they can't be read
 */
export const keepSecrets = async (dataDir: string, accessKey: AccessKey = 'ec'): Promise<Secrets> => {
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
    const secrets = makeSecrets(accessKey);
    await write(file, secrets);
    return secrets;
  }
  const secrets = parse(file, text);
  if (accessKey === 'ec') secrets.ticketSecret ??= randomSecret();
  const isComplete = Object.keys(secrets).every((name) => text.includes(`"${name}"`));
  if (!isComplete) await write(file, secrets);
  return secrets;
};
