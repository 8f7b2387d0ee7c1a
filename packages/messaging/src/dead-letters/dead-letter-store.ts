import type { DeadLetter, DeadLetterPage } from '@qr-attendance/contracts';

/** The dead letters of a service, in its own database, until an operator deals with them. */
export interface DeadLetterStore {
  /** Resolves when it is durable; of one that is there already reason and tries are replaced. */
  add: (letter: DeadLetter) => Promise<void>;
  /** Oldest first. */
  list: (page: { limit: number; after?: string | undefined }) => Promise<DeadLetterPage>;
  find: (ids: string[]) => Promise<DeadLetter[]>;
  /** @returns how many there were */
  remove: (ids: string[]) => Promise<number>;
  /** Deletes what names a person who was erased. */
  removeAbout: (personId: string) => Promise<void>;
  count: () => Promise<number>;
}

/** The place of a letter in the list, which stays when the letter goes. */
export interface Place {
  since: Date;
  id: string;
}
const SEPARATOR = '~';

export const toCursor = ({ since, id }: Place): string => `${since.getTime()}${SEPARATOR}${id}`;

/** @returns nothing for what is none of our cursors, which begins the list again */
export const fromCursor = (cursor: string | undefined): Place | undefined => {
  if (cursor === undefined) return undefined;
  const [moment = '', ...id] = cursor.split(SEPARATOR);
  const since = new Date(Number(moment));
  return moment === '' || Number.isNaN(since.getTime()) ? undefined : { since, id: id.join(SEPARATOR) };
};

/** A dead letter as stored: as text, which can hold any message. */
export interface DeadLetterRow extends Place {
  letter: string;
}
export const toLetter = ({ letter }: DeadLetterRow): DeadLetter => JSON.parse(letter) as DeadLetter;

/** A page of rows that were read in order. */
export const toPage = (rows: DeadLetterRow[], limit: number): DeadLetterPage => {
  const last = rows.at(-1);
  return {
    letters: rows.map(toLetter),
    ...(rows.length === limit && last !== undefined ? { next: toCursor(last) } : {}),
  };
};
