import type { StudentProfile, VerifiedScan } from '@qr-attendance/contracts';
import { getDeviceId } from '@qr-attendance/web-kit';
import { useReducer } from 'react';
import { useTranslation } from 'react-i18next';
import { useMarkAttendance } from './api/mark-attendance.ts';
import { doneIn, neededIn, newFlow, nextFlow } from './flow.ts';
import { refusalOf } from './refusal-of.ts';
import { currentStep, needsOf, stepsOf } from './steps.ts';
import { submissionOf } from './submission.ts';
import { usePasskey } from './use-passkey.ts';

/** The marking of one session: what is needed, how far it is, and marking itself. */
export const useMarking = (scan: VerifiedScan, profile: StudentProfile) => {
  const { t } = useTranslation('attendance');
  const [flow, tell] = useReducer(nextFlow, newFlow);
  const { mutateAsync } = useMarkAttendance();
  const askPasskey = usePasskey(scan.ticket);
  const known = needsOf({ locationRequired: scan.location.required, profile, deviceId: getDeviceId() });
  const needs = neededIn(flow, known);
  const steps = stepsOf(needs);
  const step = currentStep(steps, doneIn(flow));
  const mark = async () => {
    tell({ type: 'marking' });
    try {
      const passkey = needs.passkey ? await askPasskey() : undefined;
      tell({ type: 'marked', record: await mutateAsync(submissionOf(scan, flow, passkey)) });
    } catch (error) {
      tell({ type: 'refused', refusal: refusalOf(error, t) });
    }
  };
  return { flow, needs, steps, step, tell, mark };
};
export type Marking = ReturnType<typeof useMarking>;
