import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { refusal } from '@qr-attendance/web-kit/testing';
import { cleanup, screen } from '@testing-library/react';
import { open, VERIFY } from './open-marking.tsx';

const SENTENCE = 'This class shows a burst code. Scan it in the app, or enter the two words beside it.';
const needed = refusal(409, SENTENCE, { code: 'burst_code_needed' });

beforeEach(() => sessionStorage.clear());
afterEach(cleanup);

test('sends a student who scanned one burst code to the scanner, which opens automatically', async () => {
  open({ answers: { [VERIFY]: [needed] } });
  expect((await screen.findByLabelText('address')).textContent).toBe('/student/scan?camera=open&live=yes');
});

test('explains burst codes to other users, who have no scanner', async () => {
  open({ answers: { [VERIFY]: [needed] }, userType: 'TEACHER' });
  expect(await screen.findByText(SENTENCE)).toBeTruthy();
});
