export const texts = {
  title: 'Check a receipt',
  help: 'A receipt says what was recorded, and when. It does not prove that the person was there.',
  label: 'Receipt',
  placeholder: 'Paste the receipt or its link',
  file: 'Choose a file',
  submit: 'Check',
  checking: 'Checking…',
  empty: 'Paste a receipt or choose a file',
  fileFailed: 'This file could not be read',
  home: 'Return to Home',
  result: {
    valid: { title: 'Valid', text: 'Issued here, and still what is recorded.' },
    superseded: {
      title: 'Superseded',
      text: 'Issued here, but the record was changed later. This receipt is no longer valid. Ask the student for a new one.',
    },
    issued: {
      title: 'Issued here',
      text: 'You are offline, or the server cannot be reached. Check again when you are online to see whether the record was changed later.',
    },
    receipt_altered: {
      title: 'Not genuine',
      text: 'This receipt was changed after it was issued, or was never issued.',
    },
    receipt_unknown_issuer: {
      title: 'Not issued here',
      text: 'Another institution may have issued it. Check it there.',
    },
    receipt_unreadable: {
      title: 'Not a receipt',
      text: 'This is not an attendance receipt. Check that you copied all of it.',
    },
    unreachable: {
      title: 'Not checked',
      text: 'The server cannot be reached. Check your connection and try again.',
    },
    failed: { title: 'Not checked', text: 'The receipt could not be checked. Try again.' },
  },
  facts: {
    student: 'Student',
    course: 'Course',
    date: 'Class on',
    status: 'Recorded as',
    recordedAt: 'Recorded at',
    issuedAt: 'Receipt issued',
    issuer: 'Issued by',
  },
};
