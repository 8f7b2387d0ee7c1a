import { createHash, randomBytes } from 'node:crypto';

/** An entry of the audit log, as PostgreSQL writes it: moments in UTC with microseconds, details as text. */
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
/** Without it a leaf reveals nothing about its entry. */
export interface Opening {
  salt: Buffer;
  textHash: Buffer | null;
}

const SALT_BYTES = 32;
/** Should what is committed to ever change, its leaves can be told from those of today. */
const FORMAT = 'attendance-history-2';

export const newSalt = (): Buffer => randomBytes(SALT_BYTES);

/** The hash of what was written with an entry; salted too, as reasons are short and can be guessed. */
export const hashText = (salt: Buffer, text: string): Buffer =>
  createHash('sha256').update(salt).update(text, 'utf8').digest();

/** What a leaf commits to. */
export type Committed = (string | null)[];
const committedOf = (line: HistoryLine, { textHash }: Opening): Committed => [
  FORMAT,
  line.id,
  line.sessionId !== null && line.studentId !== null ? `${line.sessionId}-${line.studentId}` : line.sessionId,
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

/** The entry of an audit entry in the tree: SHA-256 over its salt and, as JSON, what it commits to. */
export const commit = (line: HistoryLine, opening: Opening): { committed: Committed; entry: Buffer } => {
  const committed = committedOf(line, opening);
  const entry = createHash('sha256').update(opening.salt).update(JSON.stringify(committed)).digest();
  return { committed, entry };
};
