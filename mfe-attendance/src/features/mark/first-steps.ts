import { chooseFirstPage } from '@qr-attendance/page-start/first-page-choice';
import type { MarkNeeds, Step } from './steps.ts';

/** A browser that has never marked gets the PIN step, as most students need it. */
export const firstSteps = { pin: 'pin', press: 'press' } as const;
/** No page is rendered at build time for other first steps. */
const OTHER = 'other';

export const expectFirstStep = (steps: readonly Step[], { pin }: Pick<MarkNeeds, 'pin'>): void => {
  const drawn = pin ? firstSteps.pin : firstSteps.press;
  chooseFirstPage('/attendance/:qrCode', steps[0] === 'mark' ? drawn : OTHER);
};
