import { useMemo, useState } from 'react';
import type { KeptRows, RosterRow } from './roster-rows.ts';

interface FrozenRows {
  /** The teacher's tab, search and order. A new choice applies even while the order is frozen. */
  choice: string;
  rows: RosterRow[];
}

const idOf = ({ student }: RosterRow): string => student._id;

const inHeldOrder = (held: RosterRow[], all: RosterRow[]): RosterRow[] => {
  const now = new Map(all.map((row) => [idOf(row), row]));
  return held.map((row) => now.get(idOf(row)) ?? row);
};

const countNews = (frozen: RosterRow[], live: RosterRow[], kept: KeptRows): number => {
  if (frozen.length === live.length && frozen.every((row, index) => idOf(row) === idOf(live[index] ?? row)))
    return 0;
  const before = new Map(frozen.map((row) => [idOf(row), row]));
  const after = new Set(live.map(idOf));
  const arrived = live.filter((row) => {
    const known = before.get(idOf(row));
    return !known || (!kept.has(idOf(row)) && known.mark !== row.mark);
  });
  return arrived.length + frozen.filter((row) => !after.has(idOf(row)) && !kept.has(idOf(row))).length;
};

interface Order {
  all: RosterRow[];
  live: RosterRow[];
  kept: KeptRows;
  choice: string;
}

/** Freezes the order of rows under the pointer, because a press on a moving row could hit another student. */
export const useFrozenRows = ({ all, live, kept, choice }: Order) => {
  const [frozen, setFrozen] = useState<FrozenRows>();
  // A new tab, search or order applies at once, and is then frozen.
  if (frozen && frozen.choice !== choice) setFrozen({ choice, rows: live });
  const isHeld = frozen?.choice === choice;
  const rows = useMemo(
    () => (frozen && isHeld ? inHeldOrder(frozen.rows, all) : live),
    [frozen, isHeld, all, live],
  );
  const news = useMemo(
    () => (frozen && isHeld ? countNews(frozen.rows, live, kept) : 0),
    [frozen, isHeld, live, kept],
  );
  return {
    rows,
    news,
    hold: () => setFrozen((known) => known ?? { choice, rows }),
    release: () => setFrozen(undefined),
    applyNews: () => setFrozen((known) => known && { choice, rows: live }),
  };
};
