import { hash } from 'node:crypto';

const DIGITS = 8;
const WHOLE = 16 ** DIGITS;

/** Each choice depends only on the seed and the id, so that files can be generated line by line. */
export const createChoice = (seed: number) => {
  const draw = (what: string, id: string): number =>
    Number.parseInt(hash('sha256', `${seed} ${what} ${id}`).slice(0, DIGITS), 16) / WHOLE;
  return {
    happens: (what: string, id: string, share: number): boolean => draw(what, id) < share,
    /** Selects a share of the ids, at least one. */
    some: (what: string, ids: string[], share: number): Set<string> => {
      const chosen = ids.filter((id) => draw(what, id) < share);
      return new Set(chosen.length > 0 ? chosen : ids.slice(0, 1));
    },
  };
};
export type Choice = ReturnType<typeof createChoice>;
