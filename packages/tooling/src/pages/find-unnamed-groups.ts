/** antd's `Form.Item` points its label at an element that labels cannot name. */
const UNNAMED = /<Radio\.Group(?!\s+aria-label)/g;

/** The lines of radio groups that screen readers announce without a name. */
export const findUnnamedGroups = (code: string): number[] =>
  [...code.matchAll(UNNAMED)].map(({ index }) => code.slice(0, index).split('\n').length);
