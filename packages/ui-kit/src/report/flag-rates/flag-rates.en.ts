export const flagRates = {
  failed: 'Failed to load the comparison',
  what: 'Marked with',
  marks: 'Marks',
  flagged: 'Flagged',
  toReview: 'Sent to review',
  none: 'There are no marks to compare yet.',
  device: {
    ios: 'iPhone or iPad',
    android: 'Android',
    computer: 'Computer',
    other: 'Other devices',
  },
  onCampus: 'Campus network',
  offCampus: 'Other networks',
};
