import { chooseFirstPage } from '@qr-attendance/page-start/first-page-choice';
import type { MarkNeeds, Step } from './steps.ts';

/** A browser that has never marked starts with the PIN step, which most students need. */
export const firstSteps = { pin: 'pin', press: 'press' } as const;
/** The name of every other first step, none of which is prerendered. */
const OTHER = 'other';

export const expectFirstStep = (steps: readonly Step[], { pin }: Pick<MarkNeeds, 'pin'>): void => {
  const drawn = pin ? firstSteps.pin : firstSteps.press;
  chooseFirstPage('/attendance/:qrCode', steps[0] === 'mark' ? drawn : OTHER);
};
