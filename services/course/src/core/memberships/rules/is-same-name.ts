import { searchWords } from '@qr-attendance/contracts';

const wordsOf = (name: string): string[] => searchWords(name.replaceAll(/[,.]/g, ' '));

/**
 * Whether the typed name matches the recorded one: all words of the shorter name, at least two, occur in the
 * longer one.
 */
export const isSameName = (typed: string, recorded: string): boolean => {
  const [shorter = [], longer = []] = [wordsOf(typed), wordsOf(recorded)].toSorted(
    (one, other) => one.length - other.length,
  );
  if (shorter.length < 2) return shorter.length === 1 && longer.length === 1 && shorter[0] === longer[0];
  return shorter.every((word) => longer.includes(word));
};
