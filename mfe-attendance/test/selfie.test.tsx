import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { fakeCamera, fakeCanvas, noCamera, PICTURE, showPicture } from './camera.ts';
import { routes } from '@qr-attendance/contracts';
import { answer, callOf, refusal } from '@qr-attendance/web-kit/testing';
import { MARK, only, open, press, record, scan, VERIFY } from './open-marking.tsx';

const refused = async () => {
  throw new DOMException('no', 'NotAllowedError');
};
const preferences = only({ requireSelfie: true });
const PROMPT = callOf(routes.attendance.getSelfiePrompt);
const noPrompt = refusal(503, 'Try again in a moment.');
const openSelfie = (...marks: ReturnType<typeof answer>[]) =>
  open({ answers: { [VERIFY]: [answer(scan)], [PROMPT]: noPrompt, [MARK]: marks }, preferences });
const capture = async () => {
  await showPicture();
  await press('Capture Selfie');
};

beforeEach(() => {
  sessionStorage.clear();
  fakeCanvas();
});
afterEach(cleanup);

describe('a selfie', () => {
  test('is taken, retaken, and sent with the mark after the camera is off', async () => {
    const { lit } = fakeCamera();
    const { sent } = openSelfie(answer(record, 201));
    await screen.findByRole('heading', { name: 'Take a Selfie' });
    expect(
      screen.getByText(/Only the course’s teacher can see it, and it is deleted after a limited time/),
    ).toBeTruthy();
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

  test('includes a second picture for the server’s prompt, and both are sent and retaken together', async () => {
    const { lit } = fakeCamera();
    const { bodiesOf } = open({
      answers: {
        [VERIFY]: [answer(scan)],
        [PROMPT]: answer({ prompt: 'turn_left' }),
        [MARK]: [answer(record, 201)],
      },
      preferences,
    });
    for (let times = 0; times < 2; times++) {
      await showPicture();
      expect(screen.getByText('Look straight at the camera.')).toBeTruthy();
      await press('Capture Selfie');
      expect(await screen.findByText('Now turn your head to your left.')).toBeTruthy();
      expect(lit.size).toBe(1);
      await press('Take the second picture');
      expect(await screen.findByRole('img', { name: 'Your second picture' })).toBeTruthy();
      expect(lit.size).toBe(0);
      if (times === 0) await press('Retake');
    }
    await press('Continue');
    await press('Mark My Attendance');
    expect(await screen.findByText('Attendance Marked!')).toBeTruthy();
    expect(bodiesOf(PROMPT)).toEqual([{ ticket: scan.ticket }]);
    expect(bodiesOf(MARK)).toMatchObject([{ selfieImage: PICTURE, selfieAfterPrompt: PICTURE }]);
  });

  test('is sent with both pictures after the next scan if the ticket expired', async () => {
    fakeCamera();
    const expired = refusal(403, 'Your scan has expired. Please scan the code again.', {
      code: 'ticket_invalid',
    });
    const prompt = answer({ prompt: 'turn_left' });
    open({ answers: { [VERIFY]: [answer(scan)], [PROMPT]: prompt, [MARK]: [expired] }, preferences });
    await capture();
    await press('Take the second picture');
    await press('Continue');
    await press('Mark My Attendance');
    await screen.findByRole('link', { name: 'Scan Again' });
    cleanup();
    const scannedAgain = { ...scan, ticket: 'another-ticket' };
    const { bodiesOf } = open({
      answers: { [VERIFY]: [answer(scannedAgain)], [MARK]: [answer(record, 201)] },
      preferences,
    });
    expect(await screen.findByText('Attendance Marked!')).toBeTruthy();
    const pictures = { selfieImage: PICTURE, selfieAfterPrompt: PICTURE };
    expect(bodiesOf(MARK)).toMatchObject([{ ticket: 'another-ticket', ...pictures }]);
  });

  test('is abandoned, and the camera turned off, when the page is left', async () => {
    const { lit } = fakeCamera();
    openSelfie();
    await showPicture();
    await screen.findByRole('button', { name: 'Capture Selfie' });
    expect(lit.size).toBe(1);
    cleanup();
    expect(lit.size).toBe(0);
  });

  test('cannot be taken if camera access was denied, which the page explains, and can be retried', async () => {
    fakeCamera([refused]);
    openSelfie();
    expect(await screen.findByText('Could not access camera. Please check permissions.')).toBeTruthy();
    expect(screen.getByText(/Allow the camera for this site/)).toBeTruthy();
    await press('Try Again');
    await capture();
    expect(await screen.findByText('Selfie Captured')).toBeTruthy();
  });

  test('cannot be taken in a browser without camera support, and the page offers an alternative', async () => {
    noCamera();
    openSelfie();
    expect(await screen.findByText('Camera access is not supported by this browser.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Ask my teacher to check me in' })).toBeTruthy();
  });

  test('is retaken when the server rejects it, with the server’s message', async () => {
    fakeCamera();
    openSelfie(
      refusal(400, 'The selfie must be a JPEG picture.', { code: 'selfie_invalid' }),
      answer(record, 201),
    );
    await capture();
    await press('Continue');
    await press('Mark My Attendance');
    expect(await screen.findByText('The selfie must be a JPEG picture.')).toBeTruthy();
    await capture();
    await press('Continue');
    await press('Mark My Attendance');
    expect(await screen.findByText('Attendance Marked!')).toBeTruthy();
  });

  test('is requested when the server unexpectedly requires a selfie', async () => {
    fakeCamera();
    open({
      answers: {
        [VERIFY]: [answer(scan)],
        [PROMPT]: noPrompt,
        [MARK]: [refusal(403, 'A selfie is required.', { code: 'selfie_required' }), answer(record, 201)],
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

describe('the selfie consent', () => {
  const CONSENT = 'POST /api/auth/selfie-consent';
  const given = answer({ selfieConsentAt: '2026-09-14T09:00:00.000Z' });
  const openUnasked = (answers: Parameters<typeof open>[0]['answers']) =>
    open({
      answers: { [VERIFY]: [answer(scan)], [PROMPT]: noPrompt, ...answers },
      preferences,
      selfieConsentAt: null,
    });

  test('explains what is stored, for how long, and who sees it, while the camera stays off', async () => {
    const { lit } = fakeCamera();
    const { sent } = openUnasked({});
    await screen.findByRole('heading', { name: 'Can we store a selfie of you?' });
    expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining(['What is stored?', 'Who sees it?', 'For how long?', 'Can I change my mind?']),
    );
    expect(lit.size).toBe(0);
    expect(sent.map(({ call }) => call)).toEqual([VERIFY]);
  });

  test('is saved by the server before a picture is taken', async () => {
    fakeCamera();
    const { sent } = openUnasked({ [CONSENT]: [given], [MARK]: [answer(record, 201)] });
    await press('I agree to a selfie');
    await capture();
    await press('Continue');
    await press('Mark My Attendance');
    expect(await screen.findByText('Attendance Marked!')).toBeTruthy();
    expect(sent.map(({ call }) => call)).toEqual([VERIFY, CONSENT, PROMPT, MARK]);
    expect(sent[1]?.body).toEqual({ given: true });
  });

  test('stays open with the camera off if it cannot be saved', async () => {
    const { lit } = fakeCamera();
    openUnasked({ [CONSENT]: [refusal(503, 'Try again in a moment.', { code: 'unavailable' })] });
    await press('I agree to a selfie');
    expect(await screen.findByText('Try again in a moment.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'I agree to a selfie' })).toBeTruthy();
    expect(lit.size).toBe(0);
  });

  test('offers a check by the teacher instead', async () => {
    const { lit } = fakeCamera();
    const { sent } = openUnasked({ [MARK]: [answer(record, 201)] });
    await press('Ask my teacher to check me in');
    expect(await screen.findByText(/Your teacher will check you in/)).toBeTruthy();
    await press('Mark My Attendance');
    expect(await screen.findByText(/Your teacher will check you in/)).toBeTruthy();
    const mark = sent.find(({ call }) => call === MARK)?.body;
    expect(mark).toMatchObject({ withoutSelfie: true });
    expect(mark).not.toHaveProperty('selfieImage');
    expect(lit.size).toBe(0);
    expect(sent.map(({ call }) => call)).toEqual([VERIFY, MARK]);
  });

  test('is requested again if it was withdrawn on another device', async () => {
    fakeCamera();
    openSelfie(refusal(403, 'Agree first.', { code: 'selfie_consent_missing' }), answer(record, 201));
    await capture();
    await press('Continue');
    await press('Mark My Attendance');
    expect(await screen.findByRole('heading', { name: 'Can we store a selfie of you?' })).toBeTruthy();
  });
});
