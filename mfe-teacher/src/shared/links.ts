/** Where the pages of this area live, under the path the shell mounted it at. */
export const links = (base: string) => ({
  dashboard: base,
  generate: `${base}/generate`,
  generateFor: (courseId: string) => `${base}/generate?course=${courseId}`,
  courses: `${base}/courses`,
  course: (id: string) => `${base}/courses/${id}`,
  students: (courseId: string) => `${base}/courses/${courseId}/students`,
  student: (courseId: string, id: string) => `${base}/courses/${courseId}/students/${id}`,
  sessions: `${base}/sessions`,
  reports: `${base}/reports`,
  reportsOf: (courseId: string) => `${base}/reports?course=${courseId}`,
  session: (id: string) => `${base}/sessions/${id}`,
  /** A session's marks that want the teacher's eye. */
  review: (id: string) => `${base}/sessions/${id}?show=review`,
  /** Students who could not mark in a session. */
  needsHelp: (id: string) => `${base}/sessions/${id}?show=help`,
  projector: (id: string) => `${base}/sessions/${id}/projector`,
});
