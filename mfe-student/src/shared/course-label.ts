/** A course in a list to choose from: `Algorithms (CS201)`. Specification, section 2. */
export const courseLabel = ({ name, code }: { name: string; code: string }): string => `${name} (${code})`;
