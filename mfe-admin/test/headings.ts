export const headings = {
  '': 'Administration',
  people: 'People',
  courses: 'Courses',
  staff: 'Staff of units',
  terms: 'Terms',
  units: 'Units',
  rooms: 'Rooms',
  imports: 'Imports',
  'imports/:id': 'Import',
  invites: 'Invites',
  requirements: 'Requirements',
  'flag-rates': 'Flag rates',
};
