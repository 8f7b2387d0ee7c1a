import { SELFIE } from '@qr-attendance/contracts';
import { DomainError } from '@qr-attendance/server';
import type { Pool } from 'pg';
import sharp from 'sharp';
import { NEAR_BITS } from './look-at-picture.ts';

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
export const readSelfie = async (dataUrl: string, field: Field): Promise<Buffer> => {
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

/** Whose selfie it is, and where. */
export interface Taken {
  sessionId: string;
  studentId: string;
}

/** Selfies are written together with their scans, by attendance/scans.ts. */
export const createSelfies = (pool: Pool) => ({
  /** Whether one of the pictures nearly equals one kept of the student, or of anybody in this session. */
  hasNearDuplicate: async ({ sessionId, studentId }: Taken, looks: string[]): Promise<boolean> => {
    const near = ['looks', 'presence_checks'].map((kept) => `bit_count(f.${kept} # l.looks::bit(64)) <= $4`);
    const among = (column: string, value: string) =>
      `EXISTS (SELECT FROM selfies f, unnest($3::text[]) AS l (looks)
                WHERE f.${column} = ${value} AND (${near.join(' OR ')}))`;
    const { rows } = await pool.query<{ found: boolean }>({
      name: 'near-duplicate-selfie',
      text: `SELECT ${among('student_id', '$1::uuid')} OR ${among('session_id', '$2::text')} AS found`,
      values: [studentId, sessionId, looks, NEAR_BITS],
    });
    return rows[0]?.found ?? false;
  },
});
export type Selfies = ReturnType<typeof createSelfies>;
