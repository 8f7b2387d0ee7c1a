import { chmod, readFile, writeFile } from 'node:fs/promises';
import { createKeyPair, freePort } from '@qr-attendance/stack';
import { newSecret } from '@qr-attendance/server';
import { z } from 'zod';

export const PROVIDER_NAME = 'Example University';
export const CLIENT_ID = 'qr-attendance';

const storedSchema = z.object({
  /** People stay linked to an issuer, which contains the port. */
  port: z.int(),
  clientSecret: z.string(),
  cookieKey: z.string(),
  signingKey: z.string(),
});
type StoredSettings = z.infer<typeof storedSchema>;

const personSchema = z.object({
  subject: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(['teacher', 'student']),
});
export type ProviderPerson = z.infer<typeof personSchema>;

const settingsSchema = storedSchema.extend({
  issuer: z.string(),
  host: z.string(),
  tls: z.optional(z.object({ certFile: z.string(), keyFile: z.string() })),
  redirectUri: z.string(),
  postLogoutRedirectUri: z.string(),
  people: z.array(personSchema),
});
export type ProviderSettings = z.infer<typeof settingsSchema>;

export const readSettings = async (file: string): Promise<ProviderSettings> =>
  settingsSchema.parse(JSON.parse(await readFile(file, 'utf8')));

/** A missing or damaged file is replaced. */
const readStored = async (file: string): Promise<StoredSettings | undefined> => {
  try {
    return storedSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return undefined;
  }
};

/** Keeps the keys and, while it is free on the host, the port of earlier starts. */
export const keepSettings = async (file: string, host: string): Promise<StoredSettings> => {
  const kept = await readStored(file);
  const port = await freePort(kept?.port, host);
  return kept
    ? { ...kept, port }
    : {
        port,
        clientSecret: newSecret(),
        cookieKey: newSecret(),
        signingKey: createKeyPair().privateKey,
      };
};

export const writeSettings = async (file: string, settings: ProviderSettings): Promise<void> => {
  await writeFile(file, JSON.stringify(settings, null, 2), { mode: 0o600 });
  await chmod(file, 0o600);
};
