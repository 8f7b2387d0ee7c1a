import { createHmac } from 'node:crypto';
import {
  SELFIE_LIMITS,
  selfiePromptSchema,
  type FlagReason,
  type SelfiePrompt,
} from '@qr-attendance/contracts';
import { createQueue, DomainError, limitKeys } from '@qr-attendance/server';
import type { Pool } from 'pg';
import sharp from 'sharp';
import type { RecordKey } from '../../core/records/record-id.ts';
import type { StoredSelfie } from '../../core/scans/write-scans.ts';
import type { MarkingDeps } from './marking.ts';
import { hashesOf, HASH_IMAGE_SIZE } from './rules/picture-hash.ts';
import { verifyTicket } from './ticket.ts';

const queue = createQueue('selfies');

/**
 * Pictures whose hashes differ in at most this many of 64 bits are near duplicates. Error rates: `node
 * services/attendance/test/near-duplicates/measure.ts`, docs/security/presence-measurements.md.
 */
export const MAX_NEAR_DUPLICATE_BITS = 2;
/** A lower deviation of brightness (of 255) indicates a covered lens or a plain wall. */
const BLANK_DEVIATION = 6;

/**
 * @returns the hashes of the picture and of its mirrored and rotated forms, the original first; none for a
 * blank picture, whose hashes would be noise
 */
export const hashImage = async (jpeg: Buffer): Promise<string[]> => {
  const dots = await sharp(jpeg)
    .greyscale()
    .resize(HASH_IMAGE_SIZE, HASH_IMAGE_SIZE, { fit: 'fill' })
    .raw()
    .toBuffer();
  const { channels } = await sharp(dots, {
    raw: { width: HASH_IMAGE_SIZE, height: HASH_IMAGE_SIZE, channels: 1 },
  }).stats();
  const isBlank = channels.every(({ stdev }) => stdev < BLANK_DEVIATION);
  return isBlank ? [] : hashesOf(dots);
};

export const hammingDistance = (one: string, other: string): number =>
  [...one].filter((bit, index) => bit !== other[index]).length;

const KEPT = { width: 2 * SELFIE_LIMITS.width, height: 2 * SELFIE_LIMITS.height };
/** A file of 100 KB can claim any size, so larger pictures are not decoded. */
const MAX_PIXELS = 2048 * 2048;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

// Only the JPEG decoder is enabled, because anybody can send pictures.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg'] });

type Field = 'selfieImage' | 'selfieAfterPrompt';
interface SelfieImages {
  selfieImage: string;
  selfieAfterPrompt?: string | undefined;
}

const invalidSelfieError = (field: Field) => {
  const rule = `must be a JPEG picture of at most ${SELFIE_LIMITS.maxBytes / 1000} KB`;
  return new DomainError('invalid', 'selfie_invalid', `The selfie ${rule}.`, {
    fields: { [field]: rule },
  });
};

const decode = (dataUrl: string, field: Field): Buffer => {
  const base64 = dataUrl.slice(SELFIE_LIMITS.dataUrlPrefix.length);
  if (!dataUrl.startsWith(SELFIE_LIMITS.dataUrlPrefix) || !BASE64.test(base64))
    throw invalidSelfieError(field);
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > SELFIE_LIMITS.maxBytes) throw invalidSelfieError(field);
  return bytes;
};

/**
 * Decodes and re-encodes a selfie: the result is certainly a picture and has no metadata such as the
 * location.
 * @throws DomainError (invalid)
 */
const readSelfie = async (dataUrl: string, field: Field): Promise<Buffer> => {
  const bytes = decode(dataUrl, field);
  try {
    return await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'warning' })
      .autoOrient()
      .resize({ ...KEPT, fit: 'inside', withoutEnlargement: true })
      .jpeg()
      .toBuffer();
  } catch {
    throw invalidSelfieError(field);
  }
};

export const hasNearDuplicate = async (
  pool: Pool,
  { sessionId, studentId }: RecordKey,
  phash: string[],
): Promise<boolean> => {
  const near = ['phash', 'second_phash'].map((kept) => `bit_count(f.${kept} # l.phash::bit(64)) <= $4`);
  const among = (column: string, value: string) =>
    `EXISTS (SELECT FROM selfies f, unnest($3::text[]) AS l (phash)
              WHERE f.${column} = ${value} AND (${near.join(' OR ')}))`;
  const { rows } = await pool.query<{ found: boolean }>({
    name: 'near-duplicate-selfie',
    text: `SELECT ${among('student_id', '$1::uuid')} OR ${among('session_id', '$2::text')} AS found`,
    values: [studentId, sessionId, phash, MAX_NEAR_DUPLICATE_BITS],
  });
  return rows[0]?.found ?? false;
};

const PROMPTS = selfiePromptSchema.options;

/**
 * Derives the prompt from a secret, the session and the student: nobody knows it before the scan, all
 * replicas agree, and scanning again does not change it.
 */
const promptFor = (secret: string, { sessionId, studentId }: RecordKey): SelfiePrompt => {
  const digest = createHmac('sha256', secret).update(`selfie prompt\n${sessionId}\n${studentId}`).digest();
  return PROMPTS[digest.readUInt32BE() % PROMPTS.length] ?? 'look_up';
};

export const getSelfiePrompt = (context: MarkingDeps, studentId: string, ticket: string): SelfiePrompt => {
  const { sessionId } = verifyTicket(context, ticket, studentId);
  return promptFor(context.peppers.oldest, { sessionId, studentId });
};

const decodeAndHash = async (images: SelfieImages) => {
  const [jpeg, secondJpeg] = await Promise.all([
    readSelfie(images.selfieImage, 'selfieImage'),
    images.selfieAfterPrompt === undefined
      ? undefined
      : readSelfie(images.selfieAfterPrompt, 'selfieAfterPrompt'),
  ]);
  return {
    jpeg,
    secondJpeg,
    hashes: await hashImage(jpeg),
    secondHashes: secondJpeg ? await hashImage(secondJpeg) : [],
  };
};

/**
 * Flags blank and nearly equal pictures, but never rejects them. The teacher decides whether they show the
 * student.
 * @throws DomainError (invalid)
 */
export const readWholeSelfie = async (
  { pool, peppers }: MarkingDeps,
  taken: RecordKey,
  images: SelfieImages,
): Promise<StoredSelfie & { flags: FlagReason[] }> => {
  const { jpeg, secondJpeg, hashes, secondHashes } = await queue.run(
    limitKeys.person({ id: taken.studentId }),
    () => decodeAndHash(images),
  );
  const [[phash], [secondPhash]] = [hashes, secondHashes];
  const isTwice =
    secondPhash !== undefined &&
    hashes.some((hash) => hammingDistance(hash, secondPhash) <= MAX_NEAR_DUPLICATE_BITS);
  const compared = [...hashes, ...secondHashes];
  const isNear = isTwice || (compared.length > 0 && (await hasNearDuplicate(pool, taken, compared)));
  return {
    jpeg,
    phash,
    second: secondJpeg && {
      jpeg: secondJpeg,
      phash: secondPhash,
      prompt: promptFor(peppers.oldest, taken),
    },
    flags: [
      ...(isNear ? ['selfie_near_duplicate' as const] : []),
      ...(phash === undefined || (secondJpeg && secondPhash === undefined) ? ['selfie_blank' as const] : []),
      ...(secondJpeg ? [] : ['selfie_one_picture' as const]),
    ],
  };
};
