import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import {
  createFrontier,
  EMPTY_ROOT,
  hashLeaf,
  hashNode,
  proveConsistency,
  proveInclusion,
  rootOf,
  verifyConsistency,
  type NodeSource,
} from '../src/features/history-tree/rules/merkle-tree.ts';
import { verifyInclusion } from './verify-inclusion.ts';

interface Proof {
  name: string;
  proof: string[] | null;
  wantErr: boolean;
}
interface Vectors {
  inclusion: (Proof & { leafIdx: number; treeSize: number; root: string; leafHash: string })[];
  consistency: (Proof & { size1: number; size2: number; root1: string; root2: string })[];
}
const vectors = JSON.parse(
  readFileSync(join(import.meta.dirname, 'vectors/rfc9162.json'), 'utf8'),
) as Vectors;
const bytes = (base64: string) => Buffer.from(base64, 'base64');

const entries = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
].map((hex) => Buffer.from(hex, 'hex'));
const roots = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];
const sourceOf = (leaves: Buffer[]): NodeSource => {
  const node: NodeSource = async (level, position) =>
    level === 0
      ? leaves[position]!
      : hashNode(await node(level - 1, 2 * position), await node(level - 1, 2 * position + 1));
  return node;
};
const numbered = (size: number) =>
  Array.from({ length: size }, (_leaf, n) => hashLeaf(Buffer.from(`entry ${n}`)));

describe('a Merkle tree', () => {
  it('matches published roots, whether built at once or leaf by leaf', async () => {
    const leaves = entries.map(hashLeaf);
    const frontier = createFrontier();
    expect(frontier.root()).toEqual(EMPTY_ROOT);
    expect(EMPTY_ROOT.toString('hex')).toMatch(/^e3b0c442/);
    for (const [index, root] of roots.entries()) {
      frontier.push(leaves[index]!);
      expect(frontier.root().toString('hex')).toBe(root);
      expect((await rootOf(sourceOf(leaves), index + 1)).toString('hex')).toBe(root);
    }
  });

  it('accepts and rejects the published inclusion proofs', () => {
    for (const { name, leafIdx, treeSize, root, leafHash, proof, wantErr } of vectors.inclusion) {
      const path = (proof ?? []).map(bytes);
      const taken = verifyInclusion(bytes(leafHash), { index: leafIdx, size: treeSize, path }, bytes(root));
      expect([name, taken]).toEqual([name, !wantErr]);
    }
  });

  it('accepts and rejects the published consistency proofs', () => {
    for (const { name, size1, size2, root1, root2, proof, wantErr } of vectors.consistency) {
      const [earlier, later] = [
        { size: size1, root: bytes(root1) },
        { size: size2, root: bytes(root2) },
      ];
      const taken = verifyConsistency(earlier, later, (proof ?? []).map(bytes));
      expect([name, taken]).toEqual([name, !wantErr]);
    }
  });

  it('proves the inclusion of each leaf and the consistency with every earlier tree, at every size', async () => {
    for (let size = 1; size <= 33; size += 1) {
      const leaves = numbered(size);
      const source = sourceOf(leaves);
      const root = await rootOf(source, size);
      for (let index = 0; index < size; index += 1) {
        const proof = { index, size, path: await proveInclusion(source, index, size) };
        expect(verifyInclusion(leaves[index]!, proof, root)).toBe(true);
        expect(verifyInclusion(hashLeaf(Buffer.from('another')), proof, root)).toBe(false);
        const earlier = { size: index + 1, root: await rootOf(source, index + 1) };
        const consistency = await proveConsistency(source, earlier.size, size);
        expect(verifyConsistency(earlier, { size, root }, consistency)).toBe(true);
        expect(verifyConsistency({ ...earlier, root: EMPTY_ROOT }, { size, root }, consistency)).toBe(false);
      }
    }
  });
});
