import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { answer, failuresOf } from '@qr-attendance/web-kit/testing';
import { specified } from '@qr-attendance/web-kit/messages';
import { cleanup, screen } from '@testing-library/react';
import { MARK, only, open, press, scan, VERIFY } from './open-marking.tsx';

interface Row {
  key: keyof typeof specified;
  /** The call that fails. */
  call: string;
  status?: number;
  /** What the student does, once the page is there. */
  act?: () => Promise<void>;
}
const rows: Row[] = [
  // 400 says that it cannot be a code at all, for which the page has words of its own.
  { key: 'codeInvalid', call: VERIFY, status: 404 },
  { key: 'markFailed', call: MARK, act: () => press('Mark My Attendance') },
];

beforeEach(() => sessionStorage.clear());
afterEach(cleanup);

describe.each(rows)('$key: when $call fails, the marking page shows', (row) => {
  test.each(failuresOf(specified[row.key], row.status))('$how', async ({ failed, said, unsaid }) => {
    open({ answers: { [VERIFY]: answer(scan), [row.call]: failed }, preferences: only({}) });
    await row.act?.();
    expect(await screen.findAllByText(said)).not.toHaveLength(0);
    expect(screen.queryByText(unsaid)).toBeNull();
  });
});
