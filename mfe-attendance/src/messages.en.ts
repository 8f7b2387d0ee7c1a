import { defineCatalogue } from '@qr-attendance/web-kit';

/** Every sentence of the marking page. Fixed texts: specification, sections 2, 5 and 8. */
export const catalogue = defineCatalogue({
  namespace: 'attendance',
  en: {
    notFound: {
      title: 'Page Not Found',
      message: 'The page you are looking for does not exist or has been moved',
      home: 'Return to Home',
    },
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
      failed: 'Invalid QR code or session not found',
      failedHint: 'Codes change often. Scan the one that is on the screen now.',
      offline: 'The server could not be reached.',
      offlineHint: 'Check your connection, then try again.',
    },
    teacher: {
      title: 'Only students mark attendance',
      explain: 'You are signed in as a teacher. This is what your students see after scanning your code.',
    },
    steps: {
      label: 'Steps',
      'set-up': 'Set up',
      location: 'Location',
      pin: 'PIN',
      mark: 'Mark',
      done: 'done',
    },
    setUp: {
      title: 'Before You Can Mark',
      explain: 'This is needed once. Your scan is kept while you do it.',
      pin: 'Set an attendance PIN',
      pinWhy: 'So that nobody can mark for you.',
      device: 'Register this device',
      deviceWhy: 'Only your own devices can mark.',
      action: 'Open Security Settings',
    },
    location: {
      title: 'Location Verification Required',
      why: 'This class is marked in its classroom. Your position is used for this check only and is not kept.',
      action: 'Verify My Location',
      checking: 'Finding where you are…',
      outside:
        'You are {{distance}}m away from the classroom. You must be within {{radius}}m to mark attendance.',
      failed: 'Error getting location: {{reason}}. Location verification is required for this session.',
      unsupported:
        'Geolocation is not supported by this browser. Location verification is required for this session.',
      checkFailed: 'Your location could not be checked. Please try again.',
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
    pin: {
      title: 'PIN Verification',
      why: 'Your PIN shows that it is you who holds this phone.',
      label: 'PIN',
      missing: 'Enter your PIN',
      action: 'Continue',
    },
    mark: {
      title: 'Mark Attendance',
      greeting: 'Hello {{name}}, you are about to mark your attendance for {{course}}.',
      action: 'Mark My Attendance',
    },
    processing: 'Marking your attendance...',
    success: {
      title: 'Attendance Marked!',
      name: 'Name',
      course: 'Course',
      time: 'Time',
      status: 'Status',
      action: 'Go to Dashboard',
    },
    error: {
      title: 'Error',
      markFailed: 'Failed to mark attendance',
      offlineHint: 'Check your connection, then try again. Nothing you entered is lost.',
      retry: 'Try Again',
      scan: 'Scan Again',
      security: 'Open Security Settings',
      enroll: 'Enroll in Courses',
    },
  },
});
