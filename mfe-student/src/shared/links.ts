/** Where the pages of this area live, under the path the shell mounted it at. */
export const links = (base: string) => ({
  dashboard: base,
  scan: `${base}/scan`,
  history: `${base}/history`,
  enroll: `${base}/enroll`,
  security: `${base}/security`,
  reports: `${base}/reports`,
});
