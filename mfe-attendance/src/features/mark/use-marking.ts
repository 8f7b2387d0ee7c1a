import type { StudentProfile, VerifiedScan } from '@qr-attendance/contracts';
import { ApiError, getDeviceId, messageOf } from '@qr-attendance/web-kit';
import { useReducer } from 'react';
import { useMarkAttendance } from './api/mark-attendance.ts';
import { deviceInfo } from './device-info.ts';
import { doneIn, neededIn, newFlow, nextFlow, type Flow } from './flow.ts';
import { currentStep, needsOf, stepsOf } from './steps.ts';

interface Options {
  scan: VerifiedScan;
  profile: StudentProfile;
  /** Shown when the server gives no text of its own. */
  fallback: string;
}

const submissionOf = (scan: VerifiedScan, { position, selfie, pin }: Flow) => ({
  ticket: scan.ticket,
  sessionId: scan._id,
  deviceId: getDeviceId(),
  deviceInfo: deviceInfo(),
  ...(position && { location: position }),
  ...(selfie && { selfieImage: selfie }),
  ...(pin && { pin }),
});

/** The marking of one session: what is needed, how far it is, and marking itself. */
export const useMarking = ({ scan, profile, fallback }: Options) => {
  const [flow, tell] = useReducer(nextFlow, newFlow);
  const { mutateAsync } = useMarkAttendance();
  const known = needsOf({ locationRequired: scan.location.required, profile, deviceId: getDeviceId() });
  const needs = neededIn(flow, known);
  const steps = stepsOf(needs);
  const step = currentStep(steps, doneIn(flow));
  const mark = async () => {
    tell({ type: 'marking' });
    try {
      tell({ type: 'marked', record: await mutateAsync(submissionOf(scan, flow)) });
    } catch (error) {
      const code = error instanceof ApiError ? error.code : '';
      tell({ type: 'refused', refusal: { code, message: messageOf(error, fallback) } });
    }
  };
  return { flow, needs, steps, step, tell, mark };
};
export type Marking = ReturnType<typeof useMarking>;
