import type { Pool, PoolClient } from 'pg';
import { hashNode, type NodeSource } from './rules/merkle-tree.ts';

const STORED_LEVEL = 8;
const BLOCK = 2 ** STORED_LEVEL;
export type Queries = Pick<Pool, 'query'>;

/** Reads each stored node once; computes smaller subtrees from a block of leaves. */
export const storedNodes = (database: Queries): NodeSource => {
  const blocks = new Map<number, Promise<Buffer[]>>();
  const nodes = new Map<string, Promise<Buffer>>();
  const readBlock = async (number: number): Promise<Buffer[]> => {
    const { rows } = await database.query<{ hash: Buffer }>(
      'SELECT hash FROM history_leaves WHERE number >= $1 AND number < $2 ORDER BY number',
      [number * BLOCK, (number + 1) * BLOCK],
    );
    return rows.map(({ hash }) => hash);
  };
  const readNode = async (level: number, position: number): Promise<Buffer> => {
    const { rows } = await database.query<{ hash: Buffer }>(
      'SELECT hash FROM history_nodes WHERE level = $1 AND position = $2',
      [level, position],
    );
    if (!rows[0]) throw new Error(`The history's tree has no node ${position} at level ${level}.`);
    return rows[0].hash;
  };
  const once = <Key, Value>(known: Map<Key, Value>, key: Key, read: () => Value): Value => {
    const value = known.get(key) ?? read();
    known.set(key, value);
    return value;
  };
  const node: NodeSource = async (level, position) => {
    if (level >= STORED_LEVEL) return once(nodes, `${level} ${position}`, () => readNode(level, position));
    if (level > 0)
      return hashNode(await node(level - 1, 2 * position), await node(level - 1, 2 * position + 1));
    const number = Math.floor(position / BLOCK);
    const leaf = (await once(blocks, number, () => readBlock(number)))[position % BLOCK];
    if (!leaf) throw new Error(`The history's tree has no leaf ${position}.`);
    return leaf;
  };
  return node;
};

/** Stores the perfect subtrees that the leaves from `before` to `size` complete, smallest first. */
export const keepNodes = async (client: PoolClient, before: number, size: number): Promise<void> => {
  const source = storedNodes(client);
  for (let level = STORED_LEVEL; 2 ** level <= size; level += 1) {
    const width = 2 ** level;
    for (let position = Math.floor(before / width); (position + 1) * width <= size; position += 1) {
      const below = level - 1;
      const hash = hashNode(await source(below, 2 * position), await source(below, 2 * position + 1));
      await client.query('INSERT INTO history_nodes (level, position, hash) VALUES ($1, $2, $3)', [
        level,
        position,
        hash,
      ]);
    }
  }
};
