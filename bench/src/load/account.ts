export interface Account {
  lost: number;
  duplicated: number;
  unanswered: number;
  /** Marks in the database that were not acknowledged, or that the student did not send. */
  unasked: number;
}

export const accountFor = (tried: string[], acknowledged: string[], marked: string[]): Account => {
  const acknowledgedIds = new Set(acknowledged);
  const there = new Set(marked);
  return {
    lost: [...acknowledgedIds].filter((id) => !there.has(id)).length,
    duplicated: marked.length - there.size,
    unanswered: tried.filter((id) => !acknowledgedIds.has(id)).length,
    unasked: [...there].filter((id) => !acknowledgedIds.has(id)).length,
  };
};
