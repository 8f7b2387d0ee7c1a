import type { CalendarNote, CalendarProblem } from '@qr-attendance/contracts';

export interface Note {
  note: CalendarNote;
  days: string[];
  found?: string;
}

export class EventError extends Error {
  readonly problem: CalendarProblem;
  readonly found: string | undefined;
  constructor(problem: CalendarProblem, found?: string) {
    super(problem);
    this.problem = problem;
    this.found = found;
  }
}

/** Maximum number of texts that one event quotes from the file; further notes have no quotation. */
const MAX_NOTES = 20;
const MAX_QUOTED = 100;

export const truncateForNote = (text: string): string =>
  text.length <= MAX_QUOTED ? text : `${text.slice(0, MAX_QUOTED - 1)}…`;

export const createNotes = () => {
  const notes = new Map<string, { note: CalendarNote; days: Set<string>; found?: string }>();
  return {
    add: (note: CalendarNote, { day, found }: { day?: string; found?: string | undefined } = {}): void => {
      const quoted = found && notes.size < MAX_NOTES ? truncateForNote(found) : undefined;
      const key = `${note} ${quoted}`;
      const existing = notes.get(key) ?? { note, days: new Set(), ...(quoted && { found: quoted }) };
      if (day !== undefined) existing.days.add(day);
      notes.set(key, existing);
    },
    list: (): Note[] => [...notes.values()].map(({ days, ...note }) => ({ ...note, days: [...days].sort() })),
  };
};
export type Notes = ReturnType<typeof createNotes>;
