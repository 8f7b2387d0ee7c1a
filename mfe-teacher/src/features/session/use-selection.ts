import { useState } from 'react';
import { isStranger, type RosterRow } from './roster-rows.ts';
import { useStable } from './use-stable.ts';

interface Selection {
  selected: ReadonlySet<string>;
  reason?: string | undefined;
}

const NONE: Selection = { selected: new Set() };

const idsOf = (rows: RosterRow[]): ReadonlySet<string> => new Set(rows.map(({ student }) => student._id));

export const useSelection = (rows: RosterRow[]) => {
  const [selection, setSelection] = useState(NONE);
  const select = useStable((row: RosterRow) => {
    if (isStranger(row)) return;
    setSelection(({ selected }) => {
      const after = new Set(selected);
      if (!after.delete(row.student._id)) after.add(row.student._id);
      return { selected: after };
    });
  });
  const selectAll = useStable((on: boolean) => setSelection(on ? { selected: idsOf(rows) } : NONE));
  /**
   * Does nothing if the teacher has selected other rows since, because the next press applies to those rows.
   */
  const restore = (failed: RosterRow[], reason: string | undefined) =>
    setSelection((now) => (now.selected.size > 0 ? now : { selected: idsOf(failed), reason }));
  return { ...selection, select, selectAll, clear: () => setSelection(NONE), restore };
};
