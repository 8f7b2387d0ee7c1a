import { routes } from '@qr-attendance/contracts';
import type { ReportQuery } from '@qr-attendance/ui-kit';
import { useApi } from '@qr-attendance/web-kit';

/** The whole report as CSV, with date and time as this page shows them. */
export const useExportReport = () => {
  const api = useApi();
  return (query: ReportQuery): Promise<Blob> => api.file(routes.attendance.exportAttendance, { query });
};
