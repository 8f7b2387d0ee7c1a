import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { answer, failuresOf } from '@qr-attendance/web-kit/testing';
import specified from '@qr-attendance/web-kit/texts/specified';
import { cleanup, screen } from '@testing-library/react';
import { MARK, only, open, press, scan, VERIFY } from './open-marking.tsx';

interface Row {
  key: keyof typeof specified;
  call: string;
  status?: number;
  act?: () => Promise<void>;
}
const rows: Row[] = [
  // After a 400 the page shows its own message, because the text cannot be a code.
  { key: 'codeInvalid', call: VERIFY, status: 404 },
  { key: 'markFailed', call: MARK, act: () => press('Mark My Attendance') },
];

beforeEach(() => sessionStorage.clear());
afterEach(cleanup);

describe.each(rows)('$key: the marking page shows this text when $call fails', (row) => {
  test.each(failuresOf(specified[row.key], row.status))('$how', async ({ failed, said, unsaid }) => {
    open({ answers: { [VERIFY]: answer(scan), [row.call]: failed }, preferences: only({}) });
    await row.act?.();
    expect(await screen.findAllByText(said)).not.toHaveLength(0);
    expect(screen.queryByText(unsaid)).toBeNull();
  });
});
