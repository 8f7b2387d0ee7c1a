export const join = {
  title: 'You are not in this course yet',
  why: 'Join it to mark your attendance. Your scan is saved.',
  whyKey: 'Enter the key from your teacher to join. Your scan is saved.',
  whyAsk: 'Your teacher has to let you in. Ask now: your scan is saved.',
  ask: 'Ask to join {{course}}',
  key: 'Enrollment key',
  keyMissing: 'Enter the enrollment key',
  action: 'Join {{course}} and mark',
  unknown: 'We could not check whether you can join this course.',
  checkAgain: 'Check again',
  asGuest: 'Mark as a guest',
  guestHelp: 'Your teacher sees that you were here. It counts once you belong to the course.',
  cannot: {
    INVITATION: 'You need an invitation link. Ask your teacher for it, then check again.',
    CLOSED: 'This course is not open for enrollment. Ask your teacher to add you, then check again.',
    WAITING:
      'Your teacher has to let you in. Your request was sent, and your teacher can see that you are here.',
    DECLINED: 'Your teacher declined your request to join. Talk to your teacher, then check again.',
    REMOVED: 'Your teacher removed you from this course. Ask your teacher to put you back, then check again.',
    other: 'Ask your teacher to add you, then check again.',
  },
};
