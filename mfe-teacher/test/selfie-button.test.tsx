import { afterEach, expect, jest, test } from '@jest/globals';
import type { AttendanceRecord } from '@qr-attendance/contracts';
import { ApiError } from '@qr-attendance/web-kit';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { SelfieButton } from '../src/features/session/components/selfie-button.tsx';
import './dialog-element.ts';
import { makeHost, renderTeacher } from './fake-host.tsx';

const mark = { _id: 'm1', student: { _id: 's1', name: 'Ada', email: '' } } as AttendanceRecord;

const revoke = jest.fn();
URL.createObjectURL = () => 'blob:selfie';
URL.revokeObjectURL = revoke;
afterEach(cleanup);

test('a selfie is shown in a dialog, and let go when it closes', async () => {
  const { asked, host } = makeHost(() => new Blob(['jpeg']));
  renderTeacher(<SelfieButton mark={mark} />, host);
  expect(asked).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'View selfie of Ada' }));
  const picture = await screen.findByRole<HTMLImageElement>('img', { name: 'Selfie of Ada' });
  expect(picture.src).toBe('blob:selfie');
  expect(asked[0]?.params).toEqual({ id: 'm1' });
  expect(revoke).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(revoke).toHaveBeenCalledWith('blob:selfie');
});

test('a selfie no longer kept says so in the server’s words', async () => {
  const { host } = makeHost(() => {
    throw new ApiError(404, { error: 'This selfie is no longer kept' });
  });
  renderTeacher(<SelfieButton mark={mark} />, host);
  fireEvent.click(screen.getByRole('button', { name: 'View selfie of Ada' }));
  expect((await screen.findByRole('alert')).textContent).toContain('This selfie is no longer kept');
});
