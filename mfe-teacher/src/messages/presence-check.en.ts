/** The class is asked to scan once more, at a random moment. */
export const presenceCheck = {
  presenceCheck: {
    title: 'Presence check',
    choice: 'Ask again during the class',
    choiceHelp:
      'At a random moment, the screen asks students to scan the code again. This works only while the projector view is shown.',
    off: 'No',
    review: 'Yes, and flag students who do not answer',
    late: 'Yes, and count students who do not answer as late',
    short: 'presence check during the class',
    waiting: 'The class will be asked at a random moment while the projector view is shown.',
    due: 'It is time for the presence check. Show the projector view, or select Ask now.',
    open: 'The class is asked until {{time}}: {{answered}} of {{asked}} answered',
    over: '{{from}} to {{to}}: {{answered}} of {{asked}} answered',
    few: 'Fewer than half answered, so nobody is flagged or counted as late.',
    void: 'The code was not shown until the end, so this presence check does not count. The class will be asked again.',
    voidEnded: 'No presence check was shown until its end, so nobody is flagged or counted as late.',
    ask: 'Ask now',
    failed: 'Failed to ask the class',
    answeredAt: 'Presence check {{time}}',
    missed: 'Presence check missed',
    wall: 'Presence check: scan the code again',
    wallLeft: '{{seconds}} s left',
  },
};
