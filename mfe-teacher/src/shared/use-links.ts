import { useBasePath } from '@qr-attendance/web-kit';

export const useLinks = () => {
  const base = useBasePath();
  return {
    dashboard: base,
    generate: `${base}/generate`,
    generateFor: (courseId: string) => `${base}/generate?course=${courseId}`,
    plan: `${base}/plan`,
    planFor: (courseId: string) => `${base}/plan?course=${courseId}`,
    seriesOf: (courseId: string, id: string) => `${base}/plan?course=${courseId}&series=${id}`,
    week: `${base}/week`,
    weekOf: (day: string) => `${base}/week?day=${day}`,
    notTaken: `${base}/not-taken`,
    courses: `${base}/courses`,
    course: (id: string) => `${base}/courses/${id}`,
    rosterOf: (id: string, sectionId: string) => `${base}/courses/${id}?section=${sectionId}`,
    rosterNotice: (id: string) => `${base}/roster-notices/${encodeURIComponent(id)}`,
    students: (courseId: string) => `${base}/courses/${courseId}/students`,
    student: (courseId: string, id: string) => `${base}/courses/${courseId}/students/${id}`,
    sessions: `${base}/sessions`,
    reports: `${base}/reports`,
    reportsOf: (courseId: string) => `${base}/reports?course=${courseId}`,
    session: (id: string) => `${base}/sessions/${id}`,
    review: (id: string) => `${base}/sessions/${id}?show=review`,
    needsHelp: (id: string) => `${base}/sessions/${id}?show=help`,
    projector: (id: string) => `${base}/sessions/${id}/projector`,
    unattendedProjector: (id: string) => `${base}/sessions/${id}/projector?opened=itself`,
  };
};
