/**
 * `<courseCode>-<date>.png`. A course code is free text, so whatever a file system might stumble over becomes a
 * hyphen; letters of any script stay.
 */
export const downloadName = (courseCode: string, date: string): string => {
  const safe = courseCode.replace(/[^\p{L}\p{M}\p{N}_]+/gu, '-').replace(/^-+|-+$/g, '');
  return `${safe || 'course'}-${date}.png`;
};
