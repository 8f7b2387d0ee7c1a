import { afterEach, expect, jest, test } from '@jest/globals';
import { routes } from '@qr-attendance/contracts';
import { answer, callOf, fakeApi, refusal } from '@qr-attendance/web-kit/testing';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { SelfieButton } from '../src/features/session/components/selfie-button.tsx';
import { renderTeacher } from './render-teacher.tsx';
import { markOf } from './samples.ts';

const SELFIE = callOf(routes.attendance.getSelfie);
const mark = markOf(1, { student: { ...markOf(1).student, name: 'Ada' } });

const revoke = jest.fn();
URL.createObjectURL = () => 'blob:selfie';
URL.revokeObjectURL = revoke;
afterEach(cleanup);

test('shows a selfie in a dialog and frees its memory on closing', async () => {
  const { sent } = fakeApi({ [SELFIE]: answer('jpeg') });
  renderTeacher(<SelfieButton mark={mark} />);
  expect(sent).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'View selfie of Ada' }));
  const picture = await screen.findByRole<HTMLImageElement>('img', { name: 'Selfie of Ada' });
  expect(picture.src).toBe('blob:selfie');
  expect(sent[0]).toMatchObject({ call: SELFIE, params: { id: mark._id } });
  expect(revoke).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(revoke).toHaveBeenCalledWith('blob:selfie');
});

test('shows a selfie of two pictures with the prompt of the second', async () => {
  const { sent } = fakeApi({ [SELFIE]: answer('jpeg') });
  renderTeacher(<SelfieButton mark={{ ...mark, selfiePrompt: 'look_up' }} />);
  fireEvent.click(screen.getByRole('button', { name: 'View selfie of Ada' }));
  expect(await screen.findByRole('img', { name: 'Second picture of Ada' })).toBeTruthy();
  expect(screen.getByText('The student was asked to: look up. Compare the pictures.')).toBeTruthy();
  expect(sent.map(({ query }) => query)).toEqual([{ picture: '1' }, { picture: '2' }]);
});

test('shows the server’s message for a selfie that has been deleted', async () => {
  fakeApi({ [SELFIE]: refusal(404, 'This selfie is no longer kept') });
  renderTeacher(<SelfieButton mark={mark} />);
  fireEvent.click(screen.getByRole('button', { name: 'View selfie of Ada' }));
  expect((await screen.findByRole('alert')).textContent).toContain('This selfie is no longer kept');
});
