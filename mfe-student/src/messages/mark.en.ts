/** Sentences about one mark: what happened to it, and what is wrong with it. */
export const mark = {
  close: 'Close',
  history: 'What happened',
  historyFailed: 'Failed to load what happened to this mark',
  by: '{{what}}, by {{name}}',
  change: '{{from}} → {{to}}',
  /** By the action of the mark's history. */
  action: {
    marked: 'Marked with the code',
    marked_by_hand: 'Marked by hand',
    absent_at_end: 'Not marked when the class ended',
    accepted: 'Checked and accepted',
    corrected: 'Corrected',
    refused: 'Refused',
    disputed: 'Reported',
    dispute_answered: 'Answered',
    other: 'Changed',
  },
  dispute: {
    title: 'Report a problem',
    help: 'Tell your teacher what is wrong. Their answer appears here.',
    note: 'What is wrong?',
    noteRequired: 'Enter what is wrong',
    submit: 'Send report',
    failed: 'Failed to send. Please try again.',
    yours: 'You said',
    answer: 'Your teacher’s answer',
    waiting: 'Your teacher has not answered yet.',
  },
};
