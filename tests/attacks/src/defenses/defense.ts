/** A line of the product that stops an attack, and its replacement when switched off. */
export interface Defense {
  name: string;
  file: string;
  /** Must occur exactly once, so that a moved defense is reported before anything starts. */
  find: string;
  /** May call `defenseOff()`; the rest of the line stays the same. */
  replace: string;
}

export const condition = (name: string, file: string, find: string): Defense => ({
  name,
  file,
  find,
  replace: `(!defenseOff() && (${find}))`,
});
