import { chooseFirstPage } from '@qr-attendance/web-kit';
import type { Needs, Step } from './steps.ts';

/** The steps that the build draws. Who never marked in this browser is taken to need a PIN, as most do. */
export const firstSteps = { pin: 'pin', press: 'press' } as const;
/** Nothing is drawn before the app is there. */
const OTHER = 'other';

/** Has the next mark in this browser begin with the step that this one began with. */
export const expectFirstStep = (steps: readonly Step[], { pin }: Pick<Needs, 'pin'>): void => {
  const drawn = pin ? firstSteps.pin : firstSteps.press;
  chooseFirstPage('/attendance/:qrCode', steps[0] === 'mark' ? drawn : OTHER);
};
