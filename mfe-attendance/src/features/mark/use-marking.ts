import type { StudentProfile, VerifiedScan } from '@qr-attendance/contracts';
import { ApiError, getDeviceId, messageOf } from '@qr-attendance/web-kit';
import { useReducer } from 'react';
import { useMarkAttendance } from './api/mark-attendance.ts';
import { deviceInfo } from './device-info.ts';
import { newFlow, nextFlow, type Flow } from './flow.ts';
import { currentStep, needsOf, stepsOf } from './steps.ts';

interface Options {
  scan: VerifiedScan;
  profile: StudentProfile;
  /** Shown when the server gives no text of its own. */
  fallback: string;
}

const submissionOf = (scan: VerifiedScan, { position, pin }: Flow) => ({
  ticket: scan.ticket,
  sessionId: scan._id,
  deviceId: getDeviceId(),
  deviceInfo: deviceInfo(),
  ...(position && { location: position }),
  ...(pin && { pin }),
});

/** The marking of one session: what is needed, how far it is, and marking itself. */
export const useMarking = ({ scan, profile, fallback }: Options) => {
  const [flow, tell] = useReducer(nextFlow, newFlow);
  const { mutateAsync } = useMarkAttendance();
  const needs = needsOf({ locationRequired: scan.location.required, profile, deviceId: getDeviceId() });
  // Preferences changed on another device are not known here: what the server asked for counts as needed.
  const steps = stepsOf({
    ...needs,
    location: needs.location || flow.redo?.step === 'location',
    pin: needs.pin || flow.pin !== undefined || flow.redo?.step === 'pin',
  });
  const step = currentStep(steps, { location: !!flow.position, pin: !!flow.pin });
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
