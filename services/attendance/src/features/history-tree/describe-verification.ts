/** Only a defect, or manual changes of the database, can cause these findings. */
const SENTENCES = {
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
  entry_edited: 'An entry of another service’s audit log was edited:',
  entry_deleted: 'An entry of another service’s audit log was deleted:',
  entry_inserted: 'An entry of another service’s audit log was inserted, or its event is an hour late:',
} as const;
export type FindingKind = keyof typeof SENTENCES;
export interface Finding {
  kind: FindingKind;
  about: string;
}
export interface Verification {
  leaves: number;
  /** Number of leaves of erased people, which stay in the tree but reveal nothing. */
  erased: number;
  published: number;
  given: number;
  /** Services whose audit logs were not compared, because no reader was given. */
  unread: string[];
  /** Entries of other services that were published long after the time they state. */
  late: string[];
  findings: Finding[];
}

/** Maximum number of findings that are printed per kind, so that one kind does not hide another. */
const SHOWN = 50;
const LATE_SHOWN = 5;

const describeFindings = (findings: Finding[]): string[] =>
  [...Map.groupBy(findings, ({ kind }) => kind)].flatMap(([kind, ofKind]) => [
    ...ofKind.slice(0, SHOWN).map(({ about }) => `${SENTENCES[kind]} ${about}`),
    ...(ofKind.length > SHOWN ? [`${SENTENCES[kind]} … and ${ofKind.length - SHOWN} more`] : []),
  ]);

export const describeVerification = ({
  leaves,
  erased,
  published,
  given,
  unread,
  late,
  findings,
}: Verification): string => {
  const lines = [
    `${leaves} lines in the tree, ${erased} of them of erased people.`,
    `Compared with ${published} roots in the database and ${given} that you named.`,
    given === 0 &&
      'A tree that was rewritten as a whole is found only by the emailed roots: name them with --roots.',
    published === 0 && 'No root has been published yet: the first is, the night after the first mark.',
    ...describeFindings(findings),
    unread.length > 0 &&
      `Not compared with the audit logs of ${unread.join(' and ')}: set INTERNAL_TOKEN and the addresses of the services.`,
    late.length > 0 &&
      `${late.length} entries of other services arrived over an hour after their own time, by an outage of the event bus or by hand. The last: ${late.slice(0, LATE_SHOWN).join(', ')}.`,
    findings.length === 0 ? 'Nothing was tampered with.' : `Found: ${findings.length}.`,
  ];
  return `${lines.filter((line) => line !== false).join('\n')}\n`;
};
