import { FILES, type Ranking } from '@qr-attendance/statements';
import { Types } from 'mongoose';
import type { ImportDocument } from '../../db/import-models.ts';
import type { ApplyContext } from './kinds/kind.ts';

/** Runs of earlier releases have no source. */
export const sourceOf = ({ source = FILES }: Pick<ImportDocument, 'source'>): string => source;

const SECOND_MS = 1_000;
const oldestRunAt = ({ createdAt, expiresAt }: ImportDocument, at: Date): string => {
  const retentionMs = expiresAt.getTime() - createdAt.getTime();
  const seconds = Math.floor((at.getTime() - retentionMs) / SECOND_MS);
  return Types.ObjectId.createFromTime(seconds).toHexString();
};

export const applicationOf = (run: ImportDocument, ranking: Ranking, at: Date): ApplyContext => ({
  run: run._id.toHexString(),
  source: sourceOf(run),
  ranking,
  oldestRun: oldestRunAt(run, at),
  by: run.by,
  at,
  keepsLocalChanges: run.keepsLocalChanges,
  takesUp: run.takesUp,
});
