import type { FindingKind, Verification } from './verify-history.ts';

const SENTENCES: Record<FindingKind, string> = {
  root_differs: 'The tree of this size has another root than was published:',
  tree_too_small: 'The tree is smaller than one that was published:',
  leaf_missing: 'A leaf was deleted from the tree, number',
  line_deleted: 'A line was deleted from the history:',
  line_edited: 'A line of the history, or its leaf, was edited:',
  line_inserted: 'A line was inserted into the history:',
  line_backdated: 'A line of the history is dated before it was written:',
  text_edited: 'The reason given in a line was edited or deleted:',
  salt_deleted: 'The salt of a line was deleted, though its student was not erased:',
  mark_edited: 'A mark is not what its history says:',
  mark_deleted: 'A mark was deleted:',
  mark_inserted: 'A mark was inserted:',
  membership_edited: 'A membership is not what its history says:',
  session_edited: 'A session is not what its history says:',
};
const SHOWN = 200;

export const describeVerification = ({
  leaves,
  erased,
  published,
  given,
  findings,
}: Verification): string => {
  const lines = [
    `${leaves} lines in the tree, ${erased} of them of erased people.`,
    `Compared with ${published} roots in the database and ${given} that you named.`,
    given === 0 &&
      'A tree that was rewritten as a whole is found only by the emailed roots: name them with --roots.',
    published === 0 && 'No root has been published yet: the first is, the night after the first mark.',
    ...findings.slice(0, SHOWN).map(({ kind, about }) => `${SENTENCES[kind]} ${about}`),
    findings.length > SHOWN && `… and ${findings.length - SHOWN} more.`,
    findings.length === 0 ? 'Nothing was tampered with.' : `Found: ${findings.length}.`,
  ];
  return `${lines.filter((line) => line !== false).join('\n')}\n`;
};
