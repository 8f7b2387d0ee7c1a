import type { DeadLetter, DeadLetterPage } from '@qr-attendance/contracts';

export interface DeadLetterStore {
  /** Resolves when the letter is durable. An existing letter gets the new reason and number of attempts. */
  add: (letter: DeadLetter) => Promise<void>;
  list: (page: { limit: number; after?: string | undefined }) => Promise<DeadLetterPage>;
  find: (ids: string[]) => Promise<DeadLetter[]>;
  remove: (ids: string[]) => Promise<number>;
  removeAbout: (personId: string) => Promise<void>;
  count: () => Promise<number>;
}

export interface DeadLetterPosition {
  since: Date;
  id: string;
}
const SEPARATOR = '~';

export const toCursor = ({ since, id }: DeadLetterPosition): string => `${since.getTime()}${SEPARATOR}${id}`;

/** @returns undefined for an invalid cursor, which then restarts the list */
export const fromCursor = (cursor: string | undefined): DeadLetterPosition | undefined => {
  if (cursor === undefined) return undefined;
  const [moment = '', ...id] = cursor.split(SEPARATOR);
  const since = new Date(Number(moment));
  return moment === '' || Number.isNaN(since.getTime()) ? undefined : { since, id: id.join(SEPARATOR) };
};

export interface DeadLetterRow extends DeadLetterPosition {
  letter: string;
}
export const toLetter = ({ letter }: DeadLetterRow): DeadLetter => JSON.parse(letter) as DeadLetter;

export const toPage = (rows: DeadLetterRow[], limit: number): DeadLetterPage => {
  const last = rows.at(-1);
  return {
    letters: rows.map(toLetter),
    ...(rows.length === limit && last !== undefined ? { next: toCursor(last) } : {}),
  };
};
