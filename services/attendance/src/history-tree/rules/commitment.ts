import { createHash, randomBytes } from 'node:crypto';

/** A line of a mark's history, as PostgreSQL writes it: moments in UTC with microseconds. */
export interface HistoryLine {
  id: string;
  markId: string;
  at: string;
  writtenAt: string | null;
  action: string;
  cause: string | null;
  actorId: string | null;
  fromStatus: string | null;
  toStatus: string | null;
}
/** What was true of the line's mark when the line was taken into the tree; null where the mark was gone by then. */
export interface MarkFacts {
  sessionId: string | null;
  studentId: string | null;
  markedAt: string | null;
}
/** Without it a leaf says nothing of its line. */
export interface Opening extends MarkFacts {
  salt: Buffer;
  textHash: Buffer | null;
}

const SALT_BYTES = 32;
/** Should what is committed to ever change, its leaves can be told from those of today. */
const FORMAT = 'attendance-history-1';

export const newSalt = (): Buffer => randomBytes(SALT_BYTES);

/** Of what was written in a line; salted too, as reasons are short and can be guessed. */
export const hashText = (salt: Buffer, text: string): Buffer =>
  createHash('sha256').update(salt).update(text, 'utf8').digest();

/** What a leaf commits to. */
export type Committed = (string | null)[];
const committedOf = (line: HistoryLine, { textHash, ...mark }: Opening): Committed => [
  FORMAT,
  line.id,
  line.markId,
  line.at,
  line.writtenAt,
  line.action,
  line.cause,
  line.actorId,
  line.fromStatus,
  line.toStatus,
  mark.sessionId,
  mark.studentId,
  mark.markedAt,
  textHash?.toString('hex') ?? null,
];

/** The entry of a line in the tree: SHA-256 over its salt and, as JSON, what it commits to. */
export const commit = (line: HistoryLine, opening: Opening): { committed: Committed; entry: Buffer } => {
  const committed = committedOf(line, opening);
  const entry = createHash('sha256').update(opening.salt).update(JSON.stringify(committed)).digest();
  return { committed, entry };
};
