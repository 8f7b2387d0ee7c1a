export const headings = {
  '': 'Dashboard',
  scan: 'Scan QR Code',
  history: 'Attendance History',
  enroll: 'Enroll in Courses',
  'join/:token': 'Join a course',
  security: 'Security Settings',
  reports: 'My Reports',
  week: 'My week',
};
