/** The sections of a filter, as far as the caller sees them; undefined for all. */
export const chosenSections = (
  sectionId: string | undefined,
  onlySections: string[] | undefined,
): string[] | undefined => {
  if (sectionId === undefined) return onlySections;
  return onlySections?.includes(sectionId) === false ? [] : [sectionId];
};
