/** The first heading of each page whose heading is always the same: browser tests open every page that is declared. */
export const headings = {
  '': 'Dashboard',
  generate: 'Generate QR',
  courses: 'My Courses',
  sessions: 'Sessions',
  reports: 'Reports',
};
