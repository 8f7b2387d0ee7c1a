import { routes, type PersonalData } from '@qr-attendance/contracts';
import { isProofCanceled, type ApiClient } from '@qr-attendance/web-kit';

const parts = {
  auth: routes.auth.getMyAccountData,
  course: routes.course.getMyCourseData,
  session: routes.session.getMySessionData,
  attendance: routes.attendance.getMyAttendanceData,
};
export type ExportPart = keyof typeof parts;

export interface DataExport {
  found: PersonalData[];
  missing: ExportPart[];
}

/** An unavailable service does not prevent the export of the others. Rejects if the user does not confirm it. */
export const gatherDataExport = async (api: ApiClient): Promise<DataExport> => {
  const found: PersonalData[] = [];
  const missing: ExportPart[] = [];
  const gather = async (part: ExportPart): Promise<void> => {
    try {
      found.push(await api.call(parts[part], {}));
    } catch (error) {
      if (isProofCanceled(error)) throw error;
      missing.push(part);
    }
  };
  // The first request may ask for a proof, which then serves the others.
  const [first, ...others] = Object.keys(parts) as [ExportPart, ...ExportPart[]];
  await gather(first);
  await Promise.all(others.map(gather));
  return { found, missing };
};

export const toFile = (
  { found, missing }: DataExport,
  exportedAt = new Date(),
): { name: string; content: Blob } => {
  const moment = exportedAt.toISOString();
  const services = [...found].sort((a, b) => a.service.localeCompare(b.service));
  const text = JSON.stringify({ exportedAt: moment, missing, services }, undefined, 2);
  return {
    name: `my-data-${moment.slice(0, 10)}.json`,
    content: new Blob([text], { type: 'application/json' }),
  };
};
