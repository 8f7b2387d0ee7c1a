/** What a session requires of students, in words. */
export const policy = {
  policy: {
    title: 'What this session requires',
    nothing: 'No extra checks',
    lateAfter_one: 'Late after {{count}} minute',
    lateAfter_other: 'Late after {{count}} minutes',
    neverLate: 'Nobody is late',
    floor: 'The minimum for everyone. Students can add checks but not remove them.',
    chooseCourse: 'Choose a course to see its defaults',
    defaultsLoading: 'Loading this course’s defaults…',
    defaultsUnknown: 'This course’s defaults could not be loaded. They still apply.',
    change: 'Change',
    useDefaults: 'Use the course’s defaults',
    short: {
      requirePin: 'PIN',
      requireDevice: 'registered device',
      requireSelfie: 'selfie',
      requirePasskey: 'passkey',
      networks: 'the network {{networks}}',
      liveCodes: 'live code',
    },
    check: {
      requirePin: 'PIN',
      requireDevice: 'Registered device',
      requireSelfie: 'Selfie',
      requirePasskey: 'Passkey',
    },
    help: {
      requirePin: 'Each student enters their own PIN.',
      requireDevice: 'Students can only mark from a device that they registered before.',
      requireSelfie: 'Students can ask you to check them in instead. Those marks are flagged.',
      requirePasskey: 'Fingerprint, face or screen lock. Mark students without such a device manually.',
    },
    live: 'Live code: changes every {{seconds}} s',
    liveHelp:
      'Students scan several codes in a row, so a photo of one is not enough. Students who can’t scan enter two words instead.',
    byInstitution: 'Your institution requires this in every session.',
    networks: 'Allowed networks (optional)',
    networksHelp: 'One per line, for example 10.20.0.0/16. If empty, students can mark from any network.',
    notANetwork: '“{{line}}” is not a network. Use a format like 10.20.0.0/16 or 2001:db8::/32.',
    tooManyNetworks: 'At most {{max}} networks',
  },
};
