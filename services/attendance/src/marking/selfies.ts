import { SELFIE } from '@qr-attendance/contracts';
import { DomainError, deleteInBatches } from '@qr-attendance/server';
import type { Pool } from 'pg';
import sharp from 'sharp';

/** What is kept is at most this large; phones send half of it. */
const KEPT = { width: 2 * SELFIE.width, height: 2 * SELFIE.height };
/** 100 KB can claim to be a picture of any size: larger ones are not decoded. */
const MAX_PIXELS = 2048 * 2048;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

// Pictures come from anyone: nothing but the JPEG decoder ever sees them.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg'] });

const invalid = () => {
  const rule = `must be a JPEG picture of at most ${SELFIE.maxBytes / 1000} KB`;
  return new DomainError('invalid', 'selfie_invalid', `The selfie ${rule}.`, {
    fields: { selfieImage: rule },
  });
};

const decode = (dataUrl: string): Buffer => {
  const base64 = dataUrl.slice(SELFIE.dataUrlPrefix.length);
  if (!dataUrl.startsWith(SELFIE.dataUrlPrefix) || !BASE64.test(base64)) throw invalid();
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > SELFIE.maxBytes) throw invalid();
  return bytes;
};

/**
 * Reads a selfie sent as a data URL and draws it again: it is a picture for sure then, and what else the file held (the
 * place where it was taken, for one) is gone.
 * @throws DomainError (invalid)
 */
export const readSelfie = async (dataUrl: string): Promise<Buffer> => {
  const bytes = decode(dataUrl);
  try {
    return await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'warning' })
      .autoOrient()
      .resize({ ...KEPT, fit: 'inside', withoutEnlargement: true })
      .jpeg()
      .toBuffer();
  } catch {
    throw invalid();
  }
};

/** Selfies are written together with their marks, by write-marks.ts. */
export const makeSelfies = (pool: Pool) => ({
  /** The JPEG of a mark in one of a teacher's own courses. */
  find: async (markId: string, teacherId: string): Promise<Buffer | undefined> => {
    const { rows } = await pool.query<{ jpeg: Buffer }>(
      'SELECT jpeg FROM selfies JOIN marks ON id = mark_id WHERE id = $1 AND teacher_id = $2',
      [markId, teacherId],
    );
    return rows[0]?.jpeg;
  },
  /** Several replicas may do this at once: each row is deleted once, by whoever comes first. */
  deleteOlderThan: (days: number): Promise<void> =>
    deleteInBatches(async (limit) => {
      const { rowCount } = await pool.query(
        `DELETE FROM selfies WHERE mark_id = ANY(ARRAY(
           SELECT mark_id FROM selfies WHERE taken_at < now() - make_interval(days => $1)
            LIMIT $2 FOR UPDATE SKIP LOCKED))`,
        [days, limit],
      );
      return rowCount ?? 0;
    }),
});
