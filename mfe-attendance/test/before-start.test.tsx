import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { refusal } from '@qr-attendance/web-kit/testing';
import { cleanup, screen } from '@testing-library/react';
import { open, VERIFY } from './open-marking.tsx';

const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

beforeEach(() => sessionStorage.clear());
afterEach(cleanup);

describe('scanning before the start', () => {
  test('shows when the class starts, and links back to the scanner', async () => {
    const notOpen = refusal(409, 'Marking opens when the class starts. Scan the code again then.', {
      code: 'session_not_open',
      startTime: inMs(48 * 3_600_000),
    });
    open({ answers: { [VERIFY]: [notOpen] } });
    expect(await screen.findByText(/^This class starts /)).toBeTruthy();
    expect(screen.getByText(/Scan the code on the screen again/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Scan Again' })).toBeTruthy();
  });
});
