import { FileProblem, readEvents } from './rules/calendar-file/read-events.ts';

export interface FileToRead {
  text: string;
  now: Date;
  campusTimeZone: string;
  days: number;
}
export type ReadFile = ReturnType<typeof readEvents> | FileProblem['code'];

/** Returns the code of a problem, because an error loses its class between threads. */
export default ({ text, ...when }: FileToRead): ReadFile => {
  try {
    return readEvents(text, when);
  } catch (error) {
    if (error instanceof FileProblem) return error.code;
    throw error;
  }
};
