import { hash } from 'node:crypto';

/** Merkle trees as in RFC 9162, section 2.1, over SHA-256. Sizes and indexes are below 2^31. */

const sha256 = (...parts: Buffer[]): Buffer => hash('sha256', Buffer.concat(parts), 'buffer');
const LEAF = Buffer.of(0);
const NODE = Buffer.of(1);

export const hashLeaf = (entry: Buffer): Buffer => sha256(LEAF, entry);
export const hashNode = (left: Buffer, right: Buffer): Buffer => sha256(NODE, left, right);
export const EMPTY_ROOT = sha256();

/**
 * Returns the root of the perfect subtree `position` with 2^`level` leaves; level 0 contains the hashes of
 * leaves.
 */
export type NodeSource = (level: number, position: number) => Promise<Buffer>;

/** Largest power of two below `size`, which is at least 2. */
const splitOf = (size: number): number => 2 ** (31 - Math.clz32(size - 1));
const isPerfect = (size: number): boolean => (size & (size - 1)) === 0;

/** Hash of the leaves from `start` until before `end`; `start` is a multiple of the split. */
const hashOf = async (source: NodeSource, start: number, end: number): Promise<Buffer> => {
  const size = end - start;
  if (isPerfect(size)) return source(31 - Math.clz32(size), start / size);
  const split = start + splitOf(size);
  return hashNode(await hashOf(source, start, split), await hashOf(source, split, end));
};

/** Root of the first `size` leaves (2.1.1). */
export const rootOf = (source: NodeSource, size: number): Promise<Buffer> =>
  size === 0 ? Promise.resolve(EMPTY_ROOT) : hashOf(source, 0, size);

/** Proof that the leaf `index` is in the tree of `size` leaves (2.1.3.1). */
export const proveInclusion = async (source: NodeSource, index: number, size: number): Promise<Buffer[]> => {
  const path = async (start: number, end: number): Promise<Buffer[]> => {
    if (end - start === 1) return [];
    const split = start + splitOf(end - start);
    return index < split
      ? [...(await path(start, split)), await hashOf(source, split, end)]
      : [...(await path(split, end)), await hashOf(source, start, split)];
  };
  return path(0, size);
};

/** Proves that the tree of `size` leaves begins with the tree of `earlier` leaves, at least one (2.1.4.1). */
export const proveConsistency = async (
  source: NodeSource,
  earlier: number,
  size: number,
): Promise<Buffer[]> => {
  const subproof = async (start: number, end: number, whole: boolean): Promise<Buffer[]> => {
    if (earlier === end) return whole ? [] : [await hashOf(source, start, end)];
    const split = start + splitOf(end - start);
    return earlier <= split
      ? [...(await subproof(start, split, whole)), await hashOf(source, split, end)]
      : [...(await subproof(split, end, false)), await hashOf(source, start, split)];
  };
  return earlier === size ? [] : subproof(0, size, true);
};

const half = (value: number): number => Math.floor(value / 2);
const isOdd = (value: number): boolean => value % 2 === 1;

export interface TreeHead {
  size: number;
  root: Buffer;
}

/** Trees of the same size must be equal. An empty earlier tree proves nothing (2.1.4.2). */
export const verifyConsistency = (earlier: TreeHead, later: TreeHead, proof: Buffer[]): boolean => {
  if (earlier.size < 1 || earlier.size > later.size) return false;
  if (earlier.size === later.size) return proof.length === 0 && earlier.root.equals(later.root);
  const [first, ...rest] = isPerfect(earlier.size) ? [earlier.root, ...proof] : proof;
  if (!first || proof.length === 0) return false;
  let [node, last] = [earlier.size - 1, later.size - 1];
  while (isOdd(node)) [node, last] = [half(node), half(last)];
  let [before, after] = [first, first];
  for (const hashed of rest) {
    if (last === 0) return false;
    if (isOdd(node) || node === last) {
      [before, after] = [hashNode(hashed, before), hashNode(hashed, after)];
      while (!isOdd(node) && node !== 0) [node, last] = [half(node), half(last)];
    } else after = hashNode(after, hashed);
    [node, last] = [half(node), half(last)];
  }
  return last === 0 && before.equals(earlier.root) && after.equals(later.root);
};

export const createFrontier = () => {
  const peaks: { level: number; hash: Buffer }[] = [];
  let size = 0;
  return {
    push: (leaf: Buffer): void => {
      let peak = { level: 0, hash: leaf };
      for (let left = peaks.at(-1); left?.level === peak.level; left = peaks.at(-1)) {
        peak = { level: peak.level + 1, hash: hashNode(left.hash, peak.hash) };
        peaks.pop();
      }
      peaks.push(peak);
      size += 1;
    },
    size: (): number => size,
    root: (): Buffer => {
      const hashes = peaks.map(({ hash: peak }) => peak);
      const last = hashes.pop();
      return last ? hashes.reduceRight((right, left) => hashNode(left, right), last) : EMPTY_ROOT;
    },
  };
};
