/** The server's own message takes precedence over these texts of the specification; see `messageOf`. */
export const specified = {
  authenticationFailed: 'Authentication failed',
  userFailed: 'Failed to load user',
  registrationFailed: 'Registration failed',
  loginFailed: 'Login failed',
  passwordsDiffer: 'Passwords do not match',

  dashboardFailed: 'Failed to fetch dashboard data. Please try again later.',
  coursesFailed: 'Failed to fetch courses',
  generateFailed: 'Failed to generate QR code',
  createCourseFailed: 'Failed to create course',
  sessionsFailed: 'Failed to fetch sessions',
  deactivateFailed: 'Failed to deactivate session',
  sessionFailed: 'Failed to fetch session details',
  endSessionFailed: 'Failed to end session',
  sessionNotFound: 'Session not found',
  reportsFailed: 'Failed to load reports data',

  codeInvalid: 'Invalid QR code or session not found',
  markFailed: 'Failed to mark attendance',
  recordsFailed: 'Failed to fetch attendance records',
  myReportsFailed: 'Failed to load your reports data',
  availableCoursesFailed: 'Failed to fetch available courses',
  enrollFailed: 'Failed to enroll in course',
  studentFailed: 'Failed to fetch student data',
  preferencesFailed: 'Failed to update security preferences',
  pinFailed: 'Failed to set PIN',
  deviceFailed: 'Failed to register device',

  scannerFailed: 'Camera access denied or not available',
  codeFormatInvalid: 'Invalid QR code format',
  codeEmpty: 'Please enter a code',
  locationFailedRequired:
    'Error getting location: {{reason}}. Location verification is required for this session.',
  locationUnsupportedRequired:
    'Geolocation is not supported by this browser. Location verification is required for this session.',
  locationFailed: 'Error getting location: {{message}}',
  locationUnsupported: 'Geolocation is not supported by this browser.',
  outsideRadius:
    'You are {{distance}}m away from the classroom. You must be within {{radius}}m to mark attendance.',

  biometricUnsupported: 'Biometric authentication is not supported by this browser or device.',
  biometricFailed: 'Biometric verification failed. Please try again.',
  selfieCameraFailed: 'Could not access camera. Please check permissions.',
  selfieCameraUnsupported: 'Camera access is not supported by this browser.',

  pinsDiffer: 'PINs do not match',
  pinTooShort: 'PIN must be at least 4 digits',

  courseCreated: 'Course created successfully',
  enrolled: 'Successfully enrolled in the course!',
  preferencesSaved: 'Security preferences updated successfully',
  pinSaved: 'PIN set successfully',
  deviceSaved: 'Device registered successfully',
};
