export interface Account {
  lost: number;
  duplicated: number;
  unanswered: number;
  /** In the database without an acknowledgment, or of a student who did not try. */
  unasked: number;
}

/** Compares acknowledged marks with the database. */
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
