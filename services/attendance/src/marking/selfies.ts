import { createHmac } from 'node:crypto';
import { SELFIE, selfiePromptSchema, type FlagReason, type SelfiePrompt } from '@qr-attendance/contracts';
import { DomainError, type Peppers } from '@qr-attendance/server';
import type { Pool } from 'pg';
import { Piscina } from 'piscina';
import sharp from 'sharp';
import type { RecordKey } from '../attendance/record-id.ts';
import type { StoredSelfie } from '../attendance/scans.ts';
import type { Thumbnail } from './hash-picture.ts';
import { redeemTicket, type TicketReading } from './ticket.ts';

/** Its thread begins with the first picture and ends once none has come for a minute. */
const hashing = new Piscina<Thumbnail, string>({
  filename: new URL('hash-picture.ts', import.meta.url).href,
  minThreads: 0,
  maxThreads: 1,
  idleTimeout: 60_000,
});

/**
 * Pictures that differ in so many of 64 bits at most are taken for nearly the same one. Error rates on generated
 * pictures: `npm run measure:selfies`, docs/security/presence-measurements.md.
 */
export const NEAR_BITS = 2;
/** Dots of a side of what the perceptual hash looks at; whether a picture is blank shows in so many as well. */
const SIDE = 32;
/** A picture whose brightness varies less than that, of 255, shows next to nothing: a covered lens, a plain wall. */
const BLANK_DEVIATION = 6;

interface AnalyzedImage {
  /** The 64 binary digits of its perceptual hash; none for a blank picture, where they are chance. */
  phash: string | undefined;
  isBlank: boolean;
}

/** What a program can say of a JPEG without looking for a face: whether it is blank, and what near copies share. */
export const analyzeImage = async (jpeg: Buffer): Promise<AnalyzedImage> => {
  const dots = await sharp(jpeg).greyscale().resize(SIDE, SIDE, { fit: 'fill' }).raw().toBuffer();
  const { channels } = await sharp(dots, { raw: { width: SIDE, height: SIDE, channels: 1 } }).stats();
  const isBlank = channels.every(({ stdev }) => stdev < BLANK_DEVIATION);
  return { phash: isBlank ? undefined : await hashing.run({ dots, side: SIDE }), isBlank };
};

/** In how many bits two perceptual hashes differ. */
export const hammingDistance = (one: string, other: string): number =>
  [...one].filter((bit, index) => bit !== other[index]).length;

/** What is kept is at most this large; phones send half of it. */
const KEPT = { width: 2 * SELFIE.width, height: 2 * SELFIE.height };
/** 100 KB can claim to be a picture of any size: larger ones are not decoded. */
const MAX_PIXELS = 2048 * 2048;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

// Pictures come from anyone: nothing but the JPEG decoder ever sees them.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg'] });

type Field = 'selfieImage' | 'selfieAfterPrompt';

const invalid = (field: Field) => {
  const rule = `must be a JPEG picture of at most ${SELFIE.maxBytes / 1000} KB`;
  return new DomainError('invalid', 'selfie_invalid', `The selfie ${rule}.`, {
    fields: { [field]: rule },
  });
};

const decode = (dataUrl: string, field: Field): Buffer => {
  const base64 = dataUrl.slice(SELFIE.dataUrlPrefix.length);
  if (!dataUrl.startsWith(SELFIE.dataUrlPrefix) || !BASE64.test(base64)) throw invalid(field);
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > SELFIE.maxBytes) throw invalid(field);
  return bytes;
};

/**
 * Reads a selfie sent as a data URL and draws it again: it is a picture for sure then, and what else the file held (the
 * place where it was taken, for one) is gone.
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
    throw invalid(field);
  }
};

/** Selfies are written together with their scans, by attendance/scans.ts. */
export const createSelfies = (pool: Pool) => ({
  /** Whether one of the pictures nearly equals one kept of the student, or of anybody in this session. */
  hasNearDuplicate: async ({ sessionId, studentId }: RecordKey, phash: string[]): Promise<boolean> => {
    const near = ['phash', 'second_phash'].map((kept) => `bit_count(f.${kept} # l.phash::bit(64)) <= $4`);
    const among = (column: string, value: string) =>
      `EXISTS (SELECT FROM selfies f, unnest($3::text[]) AS l (phash)
                WHERE f.${column} = ${value} AND (${near.join(' OR ')}))`;
    const { rows } = await pool.query<{ found: boolean }>({
      name: 'near-duplicate-selfie',
      text: `SELECT ${among('student_id', '$1::uuid')} OR ${among('session_id', '$2::text')} AS found`,
      values: [studentId, sessionId, phash, NEAR_BITS],
    });
    return rows[0]?.found ?? false;
  },
});
export type Selfies = ReturnType<typeof createSelfies>;

const PROMPTS = selfiePromptSchema.options;

/**
 * What the second picture is to show. It follows from a secret, the session and the student: nobody knows it before the
 * scan, every replica says the same, and scanning again brings no easier one.
 */
const promptFor = (secret: string, { sessionId, studentId }: RecordKey): SelfiePrompt => {
  const digest = createHmac('sha256', secret).update(`selfie prompt\n${sessionId}\n${studentId}`).digest();
  return PROMPTS[digest.readUInt32BE() % PROMPTS.length] ?? 'look_up';
};

/** Tells a student who has scanned what the second picture is to show. */
export const getSelfiePrompt = (
  context: TicketReading & { peppers: Peppers },
  studentId: string,
  ticket: string,
): SelfiePrompt => {
  const { sessionId } = redeemTicket(context, ticket, studentId);
  return promptFor(context.peppers.oldest, { sessionId, studentId });
};

/**
 * Reads the pictures of a selfie and looks for what a program can tell: blank and nearly equal ones, which are flagged
 * and never refused. Whether they show the student, and do what was asked, is the teacher's to see.
 * @throws DomainError (invalid)
 */
export const readWholeSelfie = async (
  { selfies, peppers }: { selfies: Selfies; peppers: Peppers },
  taken: RecordKey,
  images: { selfieImage: string; selfieAfterPrompt?: string | undefined },
): Promise<StoredSelfie & { flags: FlagReason[] }> => {
  const [jpeg, secondJpeg] = await Promise.all([
    readSelfie(images.selfieImage, 'selfieImage'),
    images.selfieAfterPrompt === undefined
      ? undefined
      : readSelfie(images.selfieAfterPrompt, 'selfieAfterPrompt'),
  ]);
  const [first, second] = [await analyzeImage(jpeg), secondJpeg && (await analyzeImage(secondJpeg))];
  const seen = [first.phash, second?.phash].filter((phash) => phash !== undefined);
  const [one, other] = seen;
  const isTwice = one !== undefined && other !== undefined && hammingDistance(one, other) <= NEAR_BITS;
  const isNear = isTwice || (seen.length > 0 && (await selfies.hasNearDuplicate(taken, seen)));
  return {
    jpeg,
    phash: first.phash,
    second: secondJpeg && {
      jpeg: secondJpeg,
      phash: second?.phash,
      prompt: promptFor(peppers.oldest, taken),
    },
    flags: [
      ...(isNear ? ['selfie_near_duplicate' as const] : []),
      ...(first.isBlank || second?.isBlank ? ['selfie_blank' as const] : []),
      ...(second ? [] : ['selfie_one_picture' as const]),
    ],
  };
};
