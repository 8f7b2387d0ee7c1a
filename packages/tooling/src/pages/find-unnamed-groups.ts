/** antd's `Form.Item` points its label at an element that cannot have a label. */
const UNNAMED = /<Radio\.Group(?!\s+aria-label)/g;

export const findUnnamedGroups = (code: string): number[] =>
  [...code.matchAll(UNNAMED)].map(({ index }) => code.slice(0, index).split('\n').length);
