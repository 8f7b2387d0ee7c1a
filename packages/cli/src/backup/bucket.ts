import { Readable } from 'node:stream';
import { DeleteObjectsCommand, GetObjectCommand, paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { StartError } from '@qr-attendance/stack';
import { Decrypter, Encrypter } from 'age-encryption';
import { z } from 'zod';
import { MANIFEST_FILE, type Manifest } from './contents.ts';
import { compressLines, readCompressedLines, type BackupFiles } from './lines-file.ts';
import { readManifest } from './read-backup.ts';

const SUFFIX = '.age';
const PART = 16 * 1024 * 1024;
const DELETE_BATCH = 1000;

/**
 * One or more keys, separated by spaces, commas or line breaks. Comment lines are allowed, as in the files
 * that `age-keygen` writes.
 */
const ageKeys = z.string().transform((text) =>
  text
    .replaceAll(/^#.*$/gm, '')
    .split(/[\s,]+/)
    .filter((key) => key !== ''),
);

/**
 * S3-compatible storage, and the encryption keys of backups. Credentials come from the environment variables
 * of the AWS tools (`AWS_…`).
 */
export const bucketSchema = z.object({
  BACKUP_BUCKET: z.string().min(1),
  BACKUP_ENDPOINT: z.url().optional(),
  BACKUP_REGION: z.string().default('us-east-1'),
  BACKUP_PREFIX: z
    .string()
    .regex(/^[\w.-]+(\/[\w.-]+)*$/, 'is no path without slashes around it')
    .default('qr-attendance'),
  /** Backups are encrypted for these age recipients, `age1…`, separated by spaces or commas. */
  BACKUP_RECIPIENTS: ageKeys.default([]),
  BACKUP_IDENTITIES: ageKeys.default([]),
});
type BucketSettings = z.output<typeof bucketSchema>;

/** Names sort by time; colons are avoided, because some storage rejects them. */
export const nameOfBackup = (at: Date): string => at.toISOString().replaceAll(':', '-');

const timeOf = (name: string): number => Date.parse(name.replace(/T(\d\d)-(\d\d)-(\d\d)/, 'T$1:$2:$3'));
const isBackup = (name: string): boolean => {
  const time = timeOf(name);
  return !Number.isNaN(time) && nameOfBackup(new Date(time)) === name;
};

/** Never includes the newest backup, nor names that do not follow the pattern of `nameOfBackup`. */
export const expiredBackups = (names: string[], keepDays: number | undefined, now: Date): string[] =>
  keepDays === undefined
    ? []
    : names
        .filter(isBackup)
        .slice(0, -1)
        .filter((name) => timeOf(name) < now.getTime() - keepDays * 86_400_000);

const withKeys = (setting: string, work: () => void): void => {
  try {
    work();
  } catch {
    throw new StartError(`${setting} is not a valid age key.`);
  }
};

export const openBucket = (settings: BucketSettings) => {
  const { BACKUP_BUCKET: Bucket, BACKUP_ENDPOINT: endpoint, BACKUP_PREFIX: prefix } = settings;
  const client = new S3Client({
    region: settings.BACKUP_REGION,
    // Storage other than AWS may not support newer checksums, nor bucket names as host names.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
  });
  const keyOf = (backup: string, path: string) => `${prefix}/${backup}/${path}${SUFFIX}`;

  const encrypter = () => {
    if (settings.BACKUP_RECIPIENTS.length === 0)
      throw new StartError('BACKUP_RECIPIENTS is empty, and backups are never written unencrypted.');
    const made = new Encrypter();
    for (const recipient of settings.BACKUP_RECIPIENTS)
      withKeys('BACKUP_RECIPIENTS', () => made.addRecipient(recipient));
    return made;
  };
  const decrypter = () => {
    if (settings.BACKUP_IDENTITIES.length === 0)
      throw new StartError('BACKUP_IDENTITIES is missing, and without it no backup can be read.');
    const made = new Decrypter();
    for (const identity of settings.BACKUP_IDENTITIES)
      withKeys('BACKUP_IDENTITIES', () => made.addIdentity(identity));
    return made;
  };

  const put = async (key: string, plain: Readable): Promise<void> => {
    const Body = Readable.fromWeb(await encrypter().encrypt(Readable.toWeb(plain)));
    await new Upload({ client, partSize: PART, params: { Bucket, Key: key, Body } }).done();
  };
  const get = async (key: string): Promise<Readable> => {
    const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: key }));
    if (!Body) throw new Error(`${key} is empty`);
    return Readable.fromWeb(await decrypter().decrypt(Body.transformToWebStream()));
  };
  const keysBelow = async (start: string): Promise<string[]> => {
    const keys: string[] = [];
    for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix: start }))
      keys.push(...Contents.flatMap(({ Key }) => (Key === undefined ? [] : [Key])));
    return keys;
  };

  const list = async (): Promise<string[]> => {
    const end = `/${MANIFEST_FILE}${SUFFIX}`;
    return (await keysBelow(`${prefix}/`))
      .filter((key) => key.endsWith(end))
      .map((key) => key.slice(prefix.length + 1, -end.length))
      .filter(isBackup)
      .sort();
  };

  return {
    list,
    files: (backup: string): BackupFiles => ({
      write: (path, lines) => put(keyOf(backup, path), compressLines(lines)),
      async *read(path) {
        yield* readCompressedLines(await get(keyOf(backup, path)));
      },
    }),
    writeManifest: (backup: string, manifest: Manifest): Promise<void> =>
      put(keyOf(backup, MANIFEST_FILE), Readable.from([Buffer.from(JSON.stringify(manifest))])),
    readManifest: async (backup: string): Promise<Manifest> => {
      const chunks = await (await get(keyOf(backup, MANIFEST_FILE))).toArray();
      return readManifest(Buffer.concat(chunks as Buffer[]).toString(), `The manifest of ${backup}`);
    },
    /** Deletes the manifest first: without it, a partly deleted backup is not taken for a complete one. */
    remove: async (backup: string): Promise<void> => {
      const manifest = keyOf(backup, MANIFEST_FILE);
      const others = (await keysBelow(`${prefix}/${backup}/`)).filter((key) => key !== manifest);
      for (const keys of [
        [manifest],
        ...Array.from({ length: Math.ceil(others.length / DELETE_BATCH) }, (_batch, index) =>
          others.slice(index * DELETE_BATCH, (index + 1) * DELETE_BATCH),
        ),
      ])
        await client.send(
          new DeleteObjectsCommand({ Bucket, Delete: { Objects: keys.map((Key) => ({ Key })) } }),
        );
    },
  };
};
export type Bucket = ReturnType<typeof openBucket>;
