/** The first heading of each page whose heading is always the same: browser tests open every page that is declared. */
export const headings = {
  '': 'Dashboard',
  scan: 'Scan QR Code',
  history: 'Attendance History',
  enroll: 'Enroll in Courses',
  'join/:token': 'Join a course',
  security: 'Security Settings',
  reports: 'My Reports',
};
