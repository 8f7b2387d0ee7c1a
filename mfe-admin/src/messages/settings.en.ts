export const settings = {
  title: 'Settings',
  help: 'Settings of the whole institution and their effects. Settings that name a variable are changed by the operators of the system.',
  failed: 'These settings could not be loaded',
  requirements: 'Requirements',
  changeRequirements: 'Change the requirements',
  classes: 'Classes and codes',
  courses: 'Courses and imports',
  accounts: 'Accounts and sign-in',
  attendance: 'Attendance records',
  setAs: 'Set as {{variable}}',
  yes: 'Yes',
  no: 'No',
  nothing: 'Nothing',
  percent: '{{amount}} %',
  days_one: '{{amount}} day',
  days_other: '{{amount}} days',
  hours_one: '{{amount}} hour',
  hours_other: '{{amount}} hours',
  minutes_one: '{{amount}} minute',
  minutes_other: '{{amount}} minutes',
  seconds_one: '{{amount}} second',
  seconds_other: '{{amount}} seconds',
  floor: {
    name: 'Every class requires at least',
    effect: 'Teachers and students can add checks but not remove these.',
  },
  timeZone: {
    name: 'Time zone of the campus',
    effect: 'Days, weeks and class times follow it. People elsewhere also see their own time.',
  },
  defaultChecks: {
    name: 'A new class requires',
    effect: 'Teachers can change this for each class, down to what every class requires.',
  },
  networks: {
    name: 'Marks only from some networks',
    on: 'Marks from other networks are rejected unless the teacher allows them for a class.',
    off: 'Marks count from any network unless the teacher limits a class.',
  },
  unsigned: {
    name: 'Marks of browsers that cannot sign',
    on: 'They count and are flagged. Teachers can reject them for a class.',
    off: 'They are rejected: students need a current browser.',
  },
  codeOpens: {
    name: 'Code shown before the class',
    effect: 'Teachers can show the code this long before the start. Marking begins at the start.',
  },
  codeGrace: {
    name: 'Grace after a code expires',
    effect: 'A code that was just replaced is still accepted for this long.',
  },
  toMark: {
    name: 'Time to mark after the scan',
    effect: 'Later, students have to scan again. Extra time of a student is added.',
  },
  toSignIn: {
    name: 'Time to sign in after the scan',
    effect: 'Students who scan before they sign in do not have to scan again within this time.',
  },
  openEnded: {
    name: 'A class without an end time ends after',
    effect: 'Counted from its start, or from when its code was last shown.',
  },
  horizon: {
    name: 'Classes of a series are created ahead',
    effect: 'Later ones are planned, and created when they come this near.',
  },
  enrollment: {
    name: 'Enrollment in a new course',
    effect: 'It holds until the teacher chooses something else for the course.',
    modes: {
      OPEN: 'Every student',
      KEY: 'With the key of the course',
      INVITATION: 'By invitation link',
      APPROVAL: 'After approval by the teacher',
      CLOSED: 'Closed',
      other: 'Set by a newer version',
    },
  },
  importSources: {
    name: 'Files come from',
    effect: 'The first system decides where several state a value. The others count where it states nothing.',
  },
  importShare: {
    name: 'Imports ask above this share of changes',
    effect:
      'An import that would change or end more of the existing rows waits until somebody confirms the number.',
  },
  importDays: {
    name: 'Imports can be undone for',
    effect: 'After that, the file, its errors and what was there before are deleted.',
  },
  teachers: {
    name: 'Who may register as a teacher',
    modes: {
      open: 'Anyone',
      invite: 'People with an invite code',
      closed: 'Nobody',
      other: 'Set by a newer version',
    },
    effects: {
      open: 'People who register as teachers can create courses at once.',
      invite: 'Administrators create the codes on the page “Invites”.',
      closed: 'Teachers come in by import and register with the link that is sent to them.',
      other: 'See the documentation of the newer version.',
    },
  },
  signedIn: {
    name: 'People stay signed in for',
    effect: 'People who do not visit for this long have to sign in again.',
  },
  freshProof: {
    name: 'Sensitive changes ask for the password after',
    effect:
      'Changing devices, passkeys and other people’s accounts needs a sign-in or a password entered within this time.',
  },
  replaced: {
    name: 'A device that replaces another one counts after',
    effect: 'Until then its owner marks with the help of the teacher, so that phones are not lent.',
  },
  added: {
    name: 'An added device or passkey counts after',
    effect: 'The first one counts at once, and so does one that a teacher or administrator confirms.',
  },
  auditor: {
    name: 'An auditor is sent the root of the audit log every night',
    on: 'Changes of past entries can be proved with these emails.',
    off: 'Changes of past entries can be found only as long as nobody also changes the stored roots.',
  },
  selfies: {
    name: 'Selfies are deleted after',
    effect: 'The record stays. Teachers can look at a selfie until then.',
  },
  details: {
    name: 'Details of marks are deleted after',
    effect: 'Devices, distances and flags are deleted. Statuses and who set them stay.',
  },
  campus: {
    name: 'The networks of the campus are known',
    on: 'A mark from another network is a weak signal of risk.',
    off: 'Where a mark comes from is no signal of risk.',
  },
  receipts: {
    name: 'Students get signed receipts',
    on: 'A student can prove a record with its receipt, even if it was changed later.',
    off: 'Students cannot download receipts of their records.',
  },
};
