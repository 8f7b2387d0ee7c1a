import type { Readiness } from '../../shared/readiness.ts';

export type NextStep = 'pin' | 'device' | 'scan';

/** The dashboard's first question, "what must I do now?": what stands between the student and a mark. */
export const nextStep = ({ needsPin, needsDevice }: Readiness): NextStep => {
  if (needsPin) return 'pin';
  return needsDevice ? 'device' : 'scan';
};
