import { selfie } from './selfie.en.ts';

/** Every sentence of the marking page. Fixed texts: specification, sections 2, 5 and 8. */
export const texts = {
  toDashboard: 'Return to Dashboard',
  session: {
    courseCode: 'Course Code',
    date: 'Date',
    start: 'Start Time',
    end: 'End Time',
    teacher: 'Teacher',
    location: 'Location Verification',
    locationRequired: 'Required (within {{radius}}m)',
  },
  load: {
    failedHint: 'Codes change often. Scan the one that is on the screen now.',
    offline: 'The server could not be reached.',
    offlineHint: 'Check your connection, then try again.',
  },
  wait: {
    title: 'This class starts {{at}}',
    explain: 'Stay on this page. You can mark your attendance as soon as the class starts.',
    notOpen: 'The code does not work yet. Scan the code on the screen again when class is about to start.',
  },
  teacher: {
    title: 'Only students mark attendance',
    explain: 'You are signed in as a teacher. This is what your students see after scanning your code.',
  },
  steps: {
    label: 'Steps',
    join: 'Join',
    'set-up': 'Set up',
    location: 'Location',
    selfie: 'Selfie',
    mark: 'Mark',
    done: 'done',
  },
  setUp: {
    title: 'Before You Can Mark',
    explain: 'You only do this once. Your scan is saved.',
    pin: 'Set an attendance PIN',
    pinWhy: 'It stops anyone else from marking attendance for you.',
    device: 'Register this device',
    deviceWhy: 'You can only mark attendance from your own devices.',
    passkey: 'Add a passkey',
    passkeyWhy: 'It lets your phone confirm your identity with your fingerprint or face.',
    passkeyByTeacher:
      'This class needs one. If your device cannot use a passkey, ask your teacher to mark you manually.',
    cooling: 'You can use this device from {{when}}',
    coolingPasskey: 'You can use your passkey from {{when}}',
    coolingWhy:
      'New devices and passkeys have a waiting time. Until then, use another of your devices, or show this page to your teacher.',
    askTeacher: 'Ask my teacher to confirm it',
    password: 'Password',
    passwordNeeded: 'To add a device, enter the password of your account.',
    action: 'Open Security Settings',
    newPin: 'New PIN (4 to 12 digits)',
    saveAndMark: 'Save and mark attendance',
    saveAndGoOn: 'Save and continue',
    failed: 'This could not be saved. Try again.',
  },
  join: {
    title: 'You Are Not in This Course Yet',
    why: 'Join it to mark your attendance. Your scan is saved.',
    whyKey: 'Enter the key from your teacher to join. Your scan is saved.',
    whyAsk: 'Your teacher has to let you in. Ask now: your scan is saved.',
    ask: 'Ask to join {{course}}',
    key: 'Enrollment key',
    keyMissing: 'Enter the enrollment key',
    action: 'Join {{course}} and mark',
    unknown: 'We could not check whether you can join this course.',
    checkAgain: 'Check Again',
    cannot: {
      INVITATION: 'You need an invitation link. Ask your teacher for it, then check again.',
      CLOSED: 'This course is not open for enrollment. Ask your teacher to add you, then check again.',
      WAITING:
        'Your teacher has to let you in. Your request was sent, and your teacher can see that you are here.',
      DECLINED: 'Your teacher declined your request to join. Talk to your teacher, then check again.',
      REMOVED:
        'Your teacher removed you from this course. Ask your teacher to put you back, then check again.',
      other: 'Ask your teacher to add you, then check again.',
    },
  },
  location: {
    title: 'Location Verification Required',
    why: 'You can only mark attendance in the classroom. Your location is used for this check and is not stored.',
    action: 'Verify My Location',
    checking: 'Finding your location…',
    checkFailed: 'Your location could not be checked. Try again.',
    reason: {
      refused: 'this site is not allowed to know it',
      unavailable: 'your device does not know where it is',
      timeout: 'it took too long',
    },
    hint: {
      refused: 'Allow location for this site in your browser’s settings, then try again.',
      unavailable: 'Turn on location on your device, then try again.',
      timeout: 'Go near a window or turn on Wi-Fi, then try again.',
    },
  },
  selfie,
  pin: {
    title: 'PIN Verification',
    why: 'Your PIN confirms that you are the one holding this phone.',
    label: 'PIN',
    missing: 'Enter your PIN',
  },
  mark: {
    title: 'Mark Attendance',
    greeting: 'Hello {{name}}, you are about to mark your attendance for {{course}}.',
    passkey: 'Your phone will ask for your fingerprint or face.',
    withoutSelfie: 'Your teacher will check you in instead of a selfie.',
    action: 'Mark My Attendance',
  },
  processing: 'Marking your attendance...',
  delivery: {
    notSent: 'Not sent yet',
    notConfirmed: 'Not confirmed yet',
    trouble: {
      offline: 'This phone has no connection.',
      'no-answer': 'The server has not answered.',
      busy: 'The server is busy.',
    },
    waiting: 'Trying again in {{seconds}} s',
    sending: 'Sending…',
    tryNow: 'Try now',
    kept: 'Stay on this page. If it reloads, sending continues automatically.',
    notKept: 'Stay on this page and do not reload it.',
    confirm: {
      title: 'Confirm That It Is You',
      why: 'Your mark has not been sent yet. Confirm with your fingerprint or face. This is valid for one minute.',
      action: 'Confirm and Send',
    },
    ranOut: 'Your scan expired before the server answered.',
  },
  success: {
    title: 'Attendance Marked!',
    name: 'Name',
    course: 'Course',
    time: 'Time',
    status: 'Status',
    withoutSelfie: 'Your teacher will check you in instead of a selfie.',
    secondLook: 'Second look recorded, {{time}}',
    asksAgain: 'This class asks you to scan again at some point. Watch the screen.',
    action: 'Go to Dashboard',
  },
  /** To who scans once more, by the mark's status. */
  marked: {
    PRESENT: 'You are marked present, {{time}}',
    LATE: 'You are marked late, {{time}}',
    ABSENT: 'You are marked absent',
    EXCUSED: 'You are excused',
    other: 'You are marked',
  },
  error: {
    title: 'Error',
    retry: 'Try Again',
    scan: 'Scan Again',
    security: 'Open Security Settings',
    enroll: 'Enroll in Courses',
    noPasskeyHere: 'Use one of your devices that has a passkey, or ask your teacher to mark you manually.',
    /** What to do next, by the server's code. */
    hint: {
      offline: 'Check your connection, then try again. Nothing you entered is lost.',
      not_answered:
        'Scan the code that is on the screen now. If your first try did arrive, you are still counted only once.',
      ticket_invalid: 'Scan the code that is on the screen now. What you entered is kept.',
      ticket_not_yours: 'Scan the code with your own phone, signed in as yourself.',
      session_ended:
        'You can only mark attendance while the class is running. Ask your teacher if you were there.',
      session_canceled: 'Ask your teacher if you think this is wrong.',
      session_not_begun: 'Wait until the class begins, then try again.',
      not_enrolled: 'Join the course. Your scan and what you entered are saved.',
      device_already_used:
        'A device can mark one student per session. Use your own device or ask your teacher.',
      unknown_device: 'Your scan is saved while you register it.',
      device_cooling_down:
        'Until then, use another of your devices or ask your teacher to mark you manually.',
      device_signature_missing:
        'Open this page at its https address in a normal window, not a private one, then try again. Or ask your teacher to mark you manually.',
      outside_network: 'Connect to the campus Wi-Fi, turn off any VPN, then try again.',
      location_inaccurate: 'Go near a window, turn on Wi-Fi and precise location, then try again.',
      pin_locked: 'Then scan the code again. A scan is valid for five minutes.',
      pin_not_set: 'Your scan is saved while you set it.',
      passkey_not_set: 'Add a passkey there. Your scan is saved while you do it.',
      passkey_required: 'Try again: your phone will ask for your fingerprint or face.',
      passkey_failed: 'Use the finger or face that unlocks this phone.',
      passkey_cancelled:
        'Confirm when your phone asks for your fingerprint or face. If it has no passkey yet, add one in Security Settings.',
      passkey_unsupported:
        'Open this page on your phone, or turn biometric verification off in Security Settings.',
    },
  },
};
