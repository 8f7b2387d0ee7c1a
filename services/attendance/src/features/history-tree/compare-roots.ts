import { routes, type HistoryRoot } from '@qr-attendance/contracts';
import { ConfigError } from '@qr-attendance/server';
import { verifyConsistency, type TreeHead } from './rules/merkle-tree.ts';

const SENTENCES = {
  tree_too_small: 'The published tree is smaller than the one that you kept',
  never_published: 'The system has never published the tree that you kept',
  proof_fails: 'The published tree does not begin with the one that you kept',
};
interface Conflict {
  kept: TreeHead;
  why: keyof typeof SENTENCES;
}
interface Comparison {
  newest: (TreeHead & { at: string }) | undefined;
  conflicts: Conflict[];
}

const fromHex = (text: string): Buffer => Buffer.from(text, 'hex');

const ask = async (url: URL): Promise<unknown> => {
  const response = await fetch(url).catch((cause: unknown) => {
    throw new ConfigError(`${url.origin} can't be reached: ${String(cause)}`);
  });
  if (response.status === 404) return undefined;
  if (!response.ok) throw new ConfigError(`${url.href} answered ${response.status}.`);
  return response.json().catch(() => undefined);
};

const findNewest = async (system: string): Promise<HistoryRoot | undefined> => {
  const { path, answer } = routes.attendance.listHistoryRoots;
  const listed = answer.safeParse(await ask(new URL(path, system)));
  if (!listed.success) throw new ConfigError(`There is no attendance system at ${system}.`);
  return listed.data[0];
};

const conflictOf = async (
  system: string,
  kept: TreeHead,
  newest: TreeHead,
): Promise<Conflict['why'] | undefined> => {
  if (kept.size > newest.size) return 'tree_too_small';
  const { path, answer } = routes.attendance.proveHistoryConsistency;
  const url = new URL(path, system);
  url.search = new URLSearchParams({ from: String(kept.size), to: String(newest.size) }).toString();
  const published = await ask(url);
  if (published === undefined) return 'never_published';
  const proof = answer.safeParse(published);
  return proof.success && verifyConsistency(kept, newest, proof.data.proof.map(fromHex))
    ? undefined
    : 'proof_fails';
};

/**
 * Compares kept roots with the newest published root by consistency proofs. Needs no database, and trusts only what is
 * proven.
 * @param system the address of the installation, such as `https://attendance.example`
 */
export const compareRoots = async (system: string, roots: TreeHead[]): Promise<Comparison> => {
  const published = await findNewest(system);
  const newest = published && { size: published.size, root: fromHex(published.root), at: published.at };
  const conflicts: Conflict[] = [];
  for (const kept of roots) {
    const why = newest ? await conflictOf(system, kept, newest) : 'tree_too_small';
    if (why) conflicts.push({ kept, why });
  }
  return { newest, conflicts };
};

export const describeComparison = ({ newest, conflicts }: Comparison, kept: number): string => {
  const lines = [
    ...(newest
      ? [
          `The newest tree was published at ${newest.at}.`,
          `Tree size: ${newest.size}`,
          `Root: ${newest.root.toString('hex')}`,
        ]
      : ['No tree is published.']),
    ...conflicts.map(
      ({ why, kept: { size, root } }) => `${SENTENCES[why]}: size ${size}, root ${root.toString('hex')}.`,
    ),
    conflicts.length === 0
      ? `It begins with all ${kept} that you kept.`
      : `Found: ${conflicts.length} of ${kept}.`,
  ];
  return `${lines.join('\n')}\n`;
};
