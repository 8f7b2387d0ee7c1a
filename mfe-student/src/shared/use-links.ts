import { useBasePath, type Proof } from '@qr-attendance/web-kit';

export const useLinks = () => {
  const base = useBasePath();
  return {
    dashboard: base,
    week: `${base}/week`,
    scan: `${base}/scan`,
    history: `${base}/history`,
    recordOf: (sessionId: string) => `${base}/history?session=${sessionId}`,
    historyOf: (courseId: string) => `${base}/history?course=${courseId}`,
    enroll: `${base}/enroll`,
    security: `${base}/security`,
    securityFor: (need: Proof) => `${base}/security#${need}`,
    reports: `${base}/reports`,
  };
};
