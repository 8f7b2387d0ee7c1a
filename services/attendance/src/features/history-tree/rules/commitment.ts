import { createHash, randomBytes } from 'node:crypto';

/** An audit entry as PostgreSQL formats it: times in UTC with microseconds, details as text. */
export interface HistoryLine {
  id: string;
  sessionId: string | null;
  courseId: string | null;
  studentId: string | null;
  at: string;
  writtenAt: string;
  action: string;
  actorId: string | null;
  fromStatus: string | null;
  toStatus: string | null;
  details: string | null;
}
export interface CommitmentOpening {
  salt: Buffer;
  textHash: Buffer | null;
}

const SALT_BYTES = 32;
/** Distinguishes these leaves from those of future formats. */
const FORMAT = 'attendance-history-2';

export const newSalt = (): Buffer => randomBytes(SALT_BYTES);

/** The text is salted, because reasons are short and can be guessed. */
export const hashText = (salt: Buffer, text: string): Buffer =>
  createHash('sha256').update(salt).update(text, 'utf8').digest();

export const createCommitment = (line: HistoryLine, { salt, textHash }: CommitmentOpening) => {
  const committed: (string | null)[] = [
    FORMAT,
    line.id,
    line.sessionId !== null && line.studentId !== null
      ? `${line.sessionId}-${line.studentId}`
      : line.sessionId,
    line.courseId,
    line.studentId,
    line.at,
    line.writtenAt,
    line.action,
    line.actorId,
    line.fromStatus,
    line.toStatus,
    line.details,
    textHash?.toString('hex') ?? null,
  ];
  const entry = createHash('sha256').update(salt).update(JSON.stringify(committed)).digest();
  return { committed, entry };
};
