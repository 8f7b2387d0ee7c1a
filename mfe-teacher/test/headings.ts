export const headings = {
  '': 'Dashboard',
  generate: 'Generate QR',
  courses: 'My Courses',
  'roster-notices/:id': 'Changes of a roster',
  sessions: 'Sessions',
  reports: 'Reports',
  plan: 'Plan classes',
  week: 'My week',
  'not-taken': 'Registers not taken',
};
