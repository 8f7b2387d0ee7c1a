import { routes, type HistoryRoot } from '@qr-attendance/contracts';
import { ConfigError } from '@qr-attendance/server';
import { verifyConsistency, type TreeHead } from './rules/merkle-tree.ts';

/** A kept root that the newest published one did not grow out of. */
export interface Conflict {
  kept: TreeHead;
  why: 'tree_too_small' | 'never_published' | 'proof_fails';
}
export interface Comparison {
  newest: (TreeHead & { at: string }) | undefined;
  conflicts: Conflict[];
}

const fromHex = (text: string): Buffer => Buffer.from(text, 'hex');

/** @returns undefined where there is no such thing @throws ConfigError where the answer is none of this system's */
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

/** What a system answers is not believed but checked: the proof leads from the one root to the other, or it doesn't. */
const conflictOf = async (
  system: string,
  kept: TreeHead,
  newest: TreeHead,
): Promise<Conflict['why'] | undefined> => {
  if (kept.size > newest.size) return 'tree_too_small';
  const { path, answer } = routes.attendance.proveHistoryConsistency;
  const url = new URL(path, system);
  url.search = new URLSearchParams({ from: String(kept.size), to: String(newest.size) }).toString();
  const told = await ask(url);
  if (told === undefined) return 'never_published';
  const proof = answer.safeParse(told);
  return proof.success && verifyConsistency(kept, newest, proof.data.proof.map(fromHex))
    ? undefined
    : 'proof_fails';
};

/**
 * Compares roots that somebody kept with the newest that a system publishes, by the proofs that it answers anybody: needs
 * no database, and believes nothing that is not proved.
 * @param system its address, such as `https://attendance.example`
 */
export const compareRoots = async (system: string, roots: TreeHead[]): Promise<Comparison> => {
  const told = await findNewest(system);
  const newest = told && { size: told.size, root: fromHex(told.root), at: told.at };
  const conflicts: Conflict[] = [];
  for (const kept of roots) {
    const why = newest ? await conflictOf(system, kept, newest) : 'tree_too_small';
    if (why) conflicts.push({ kept, why });
  }
  return { newest, conflicts };
};

const SENTENCES: Record<Conflict['why'], string> = {
  tree_too_small: 'The published tree is smaller than the one that you kept',
  never_published: 'The system has never published the tree that you kept',
  proof_fails: 'The published tree does not begin with the one that you kept',
};

/** What the auditor's command prints: the newest root in the form of the emails, and what was kept and does not fit. */
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
