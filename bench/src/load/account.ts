/** What became of the marks of one session. */
export interface Account {
  /** Acknowledged, but not in the database. */
  lost: number;
  /** In the database more than once. */
  duplicated: number;
  /** Not acknowledged: refused or without an answer. */
  unanswered: number;
  /** In the database though nobody was told so, or of nobody who tried. */
  unasked: number;
}

/**
 * Compares whom the system told that they are marked with whom it has marked.
 * @param tried ids of students who tried
 * @param acknowledged ids of those who were told
 * @param marked the student's id of every mark there is
 */
export const accountFor = (tried: string[], acknowledged: string[], marked: string[]): Account => {
  const told = new Set(acknowledged);
  const there = new Set(marked);
  return {
    lost: [...told].filter((id) => !there.has(id)).length,
    duplicated: marked.length - there.size,
    unanswered: tried.filter((id) => !told.has(id)).length,
    unasked: [...there].filter((id) => !told.has(id)).length,
  };
};
