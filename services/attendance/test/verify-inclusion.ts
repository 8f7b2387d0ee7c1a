import { hashNode } from '../src/features/history-tree/rules/merkle-tree.ts';

const half = (value: number): number => Math.floor(value / 2);
const isOdd = (value: number): boolean => value % 2 === 1;

/** Verifies a proof like its receiver (RFC 9162, 2.1.3.2). */
export const verifyInclusion = (
  leaf: Buffer,
  { index, size, path }: { index: number; size: number; path: Buffer[] },
  root: Buffer,
): boolean => {
  if (index < 0 || index >= size || leaf.length !== 32) return false;
  let [node, last, result] = [index, size - 1, leaf];
  for (const sibling of path) {
    if (last === 0) return false;
    if (isOdd(node) || node === last) {
      result = hashNode(sibling, result);
      while (!isOdd(node) && node !== 0) [node, last] = [half(node), half(last)];
    } else result = hashNode(result, sibling);
    [node, last] = [half(node), half(last)];
  }
  return last === 0 && result.equals(root);
};
