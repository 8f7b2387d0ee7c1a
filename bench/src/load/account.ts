/** The marks of one session. */
export interface Account {
  /** Acknowledged, but not in the database. */
  lost: number;
  duplicated: number;
  /** Not acknowledged: rejected or without an answer. */
  unanswered: number;
  /** In the database without an acknowledgment, or of a student who did not try. */
  unasked: number;
}

/**
 * Compares acknowledged marks with the database.
 * @param tried ids of students who tried
 * @param marked the student's id of every mark
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
