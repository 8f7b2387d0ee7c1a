export const headings = {
  '': 'People',
  terms: 'Terms',
  units: 'Units',
  imports: 'Imports',
  'imports/:id': 'Import',
  invites: 'Invites',
  requirements: 'Requirements',
  'flag-rates': 'Flag rates',
};
