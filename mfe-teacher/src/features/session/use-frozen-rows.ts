import { useMemo, useState } from 'react';
import type { KeptRows, RosterRow } from './roster-rows.ts';

interface Held {
  /** The teacher's own choice of rows and order; another one takes effect even while the order is held. */
  choice: string;
  rows: RosterRow[];
}

const idOf = ({ student }: RosterRow): string => student._id;

/** The held rows in their places, as they are now. */
const inPlace = (held: RosterRow[], all: RosterRow[]): RosterRow[] => {
  const now = new Map(all.map((row) => [idOf(row), row]));
  return held.map((row) => now.get(idOf(row)) ?? row);
};

/** How many students a new order would move in, out or elsewhere because of marks that arrived. */
const countNews = (held: RosterRow[], live: RosterRow[], kept: KeptRows): number => {
  if (held.length === live.length && held.every((row, index) => idOf(row) === idOf(live[index] ?? row)))
    return 0;
  const before = new Map(held.map((row) => [idOf(row), row]));
  const after = new Set(live.map(idOf));
  const arrived = live.filter((row) => {
    const known = before.get(idOf(row));
    return !known || (!kept.has(idOf(row)) && known.mark !== row.mark);
  });
  return arrived.length + held.filter((row) => !after.has(idOf(row)) && !kept.has(idOf(row))).length;
};

interface Order {
  /** Everybody, whichever rows are chosen. */
  all: RosterRow[];
  /** The chosen rows in their order, as of now. */
  live: RosterRow[];
  kept: KeptRows;
  choice: string;
}

/**
 * Keeps rows in their places while the pointer or the focus is among them: a row that moved under a press would be
 * another student's.
 */
export const useFrozenRows = ({ all, live, kept, choice }: Order) => {
  const [held, setHeld] = useState<Held>();
  // Tab, search and sorting are the teacher's own: the list follows at once, and is held again from there.
  if (held && held.choice !== choice) setHeld({ choice, rows: live });
  const isHeld = held?.choice === choice;
  const rows = useMemo(() => (held && isHeld ? inPlace(held.rows, all) : live), [held, isHeld, all, live]);
  const news = useMemo(
    () => (held && isHeld ? countNews(held.rows, live, kept) : 0),
    [held, isHeld, live, kept],
  );
  return {
    rows,
    news,
    hold: () => setHeld((known) => known ?? { choice, rows }),
    release: () => setHeld(undefined),
    applyNews: () => setHeld((known) => known && { choice, rows: live }),
  };
};
