/** What a session requires of students, in words. */
export const policy = {
  policy: {
    title: 'What this session requires',
    nothing: 'Nothing beyond what students ask of themselves',
    floor: 'A floor for everyone: students may ask more of themselves, never less.',
    chooseCourse: 'Choose a course to see what is usual in it',
    defaultsLoading: 'Reading what is usual in this course…',
    defaultsUnknown: 'What is usual in this course could not be read. It holds all the same.',
    change: 'Change',
    useDefaults: 'Use the course’s defaults',
    short: {
      requirePin: 'PIN',
      requireDevice: 'registered device',
      requireSelfie: 'selfie',
      requirePasskey: 'passkey',
      networks: 'the network {{networks}}',
    },
    check: {
      requirePin: 'PIN',
      requireDevice: 'Registered device',
      requireSelfie: 'Selfie',
      requirePasskey: 'Passkey',
    },
    help: {
      requirePin: 'Each student types a PIN of their own.',
      requireDevice: 'Only from a phone that the student registered beforehand.',
      requireSelfie: 'Or the student asks you to look in the room, and you find the mark flagged.',
      requirePasskey: 'Fingerprint, face or screen lock. Mark by hand whoever has no such device.',
    },
    networks: 'Allowed networks (optional)',
    networksHelp: 'One a line, such as 10.20.0.0/16. Left empty, marks are taken from anywhere.',
    notANetwork: '“{{line}}” is not a network. Write it such as 10.20.0.0/16 or 2001:db8::/32.',
    tooManyNetworks: 'At most {{max}} networks',
  },
};
