import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { refusal } from '@qr-attendance/web-kit/testing';
import { cleanup, screen } from '@testing-library/react';
import { open, VERIFY } from './open-marking.tsx';

const SENTENCE = 'This class shows a burst code. Scan it in the app, or enter the two words beside it.';
const needed = refusal(409, SENTENCE, { code: 'burst_code_needed' });

beforeEach(() => sessionStorage.clear());
afterEach(cleanup);

test('one code of a class that shows a burst code leads its student to the scanner, which opens by itself', async () => {
  open({ answers: { [VERIFY]: [needed] } });
  expect((await screen.findByLabelText('address')).textContent).toBe('/student/scan?camera=open&live=yes');
});

test('and tells anybody else, who has no scanner', async () => {
  open({ answers: { [VERIFY]: [needed] }, userType: 'TEACHER' });
  expect(await screen.findByText(SENTENCE)).toBeTruthy();
});
