import type { Need } from '../../shared/readiness.ts';

export type NextStep = Need | 'scan';

/** The dashboard's first question, "what must I do now?": what stands between the student and a mark. */
export const nextStep = (needs: Need[]): NextStep => needs[0] ?? 'scan';
