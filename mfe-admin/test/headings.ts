export const headings = {
  '': 'People',
  terms: 'Terms',
  units: 'Units',
  invites: 'Invites',
  requirements: 'Requirements',
  'flag-rates': 'Flag rates',
};
