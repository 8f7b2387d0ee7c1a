import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { fakeCamera, fakeCanvas, noCamera, PICTURE } from './camera.ts';
import { answer, refusal } from './network.ts';
import { MARK, only, open, press, record, scan, VERIFY } from './open-marking.tsx';

const refused = async () => {
  throw new DOMException('no', 'NotAllowedError');
};
const preferences = only({ requireSelfie: true });
const openSelfie = (...marks: ReturnType<typeof answer>[]) =>
  open({ answers: { [VERIFY]: [answer(scan)], [MARK]: marks }, preferences });
const capture = async () => {
  fireEvent.loadedData(await screen.findByLabelText('What your camera sees'));
  await press('Capture Selfie');
};

beforeEach(() => {
  sessionStorage.clear();
  Element.prototype.scrollIntoView = () => {};
  fakeCanvas();
});
afterEach(cleanup);

describe('a selfie', () => {
  test('is taken, taken again, and sent with the mark; the camera is off meanwhile', async () => {
    const { lit } = fakeCamera();
    const { sent } = openSelfie(answer(record, 201));
    await screen.findByRole('heading', { name: 'Take a Selfie' });
    expect(screen.getByText(/Only the course’s teacher sees it; it is deleted after 30 days/)).toBeTruthy();
    await capture();
    expect(await screen.findByRole('heading', { name: 'Selfie Captured' })).toBeTruthy();
    expect(screen.getByRole('img', { name: 'Your selfie' }).getAttribute('src')).toBe(PICTURE);
    expect(lit.size).toBe(0);
    await press('Retake');
    expect(lit.size).toBe(1);
    await capture();
    await press('Continue');
    await press('Mark My Attendance');
    expect(await screen.findByText('Attendance Marked!')).toBeTruthy();
    expect(sent.find(({ call }) => call === MARK)?.body).toMatchObject({ selfieImage: PICTURE });
    expect(JSON.stringify({ ...sessionStorage })).not.toContain(PICTURE);
  });

  test('leaves no camera on when the page is left', async () => {
    const { lit } = fakeCamera();
    openSelfie();
    fireEvent.loadedData(await screen.findByLabelText('What your camera sees'));
    await screen.findByRole('button', { name: 'Capture Selfie' });
    expect(lit.size).toBe(1);
    cleanup();
    expect(lit.size).toBe(0);
  });

  test('cannot be taken when the camera is refused: says what to do, and tries again', async () => {
    fakeCamera([refused]);
    openSelfie();
    expect(await screen.findByText('Could not access camera. Please check permissions.')).toBeTruthy();
    expect(screen.getByText(/Allow the camera for this site/)).toBeTruthy();
    await press('Try Again');
    await capture();
    expect(await screen.findByText('Selfie Captured')).toBeTruthy();
  });

  test('cannot be taken in a browser without cameras: says so, with a way on', async () => {
    noCamera();
    openSelfie();
    expect(await screen.findByText('Camera access is not supported by this browser.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Open Security Settings' })).toBeTruthy();
  });

  test('is taken again when the server does not take it, with the server’s words', async () => {
    fakeCamera();
    openSelfie(refusal(400, 'selfie_invalid', 'The selfie must be a JPEG picture.'), answer(record, 201));
    await capture();
    await press('Continue');
    await press('Mark My Attendance');
    expect(await screen.findByText('The selfie must be a JPEG picture.')).toBeTruthy();
    await capture();
    await press('Continue');
    await press('Mark My Attendance');
    expect(await screen.findByText('Attendance Marked!')).toBeTruthy();
  });

  test('is asked for when the server requires one, though this page did not know', async () => {
    fakeCamera();
    open({
      answers: {
        [VERIFY]: [answer(scan)],
        [MARK]: [refusal(403, 'selfie_required', 'A selfie is required.'), answer(record, 201)],
      },
      preferences: only({}),
    });
    await press('Mark My Attendance');
    expect(await screen.findByText('A selfie is required.')).toBeTruthy();
    await capture();
    await press('Continue');
    await press('Mark My Attendance');
    expect(await screen.findByText('Attendance Marked!')).toBeTruthy();
  });
});
