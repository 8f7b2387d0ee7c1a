/** A line of the product that an attack breaks on, and what stands there when it is switched off. */
export interface Defense {
  name: string;
  /** From the project's root. */
  file: string;
  /** Must be there exactly once: a defense that moved is found out before anything starts. */
  find: string;
  /** May ask `defenseOff()`; everything else stays as it is. */
  replace: string;
}

/** The defense holds when a condition does; switched off, the condition never does. */
export const condition = (name: string, file: string, find: string): Defense => ({
  name,
  file,
  find,
  replace: `(!defenseOff() && (${find}))`,
});
