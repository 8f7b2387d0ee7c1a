import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { answer, refusal, type Answers } from '@qr-attendance/web-kit/testing';
import { MARK, only, open, press, record, scan, VERIFY } from './open-marking.tsx';
import { brokenOff, confirmed, putReader, takeReaderAway } from './reader.ts';

const CHALLENGE = 'POST /api/attendance/passkey-challenge';
const passkeys = [
  {
    id: '2f0c8a52-6d0b-4c8e-8f5e-6a1f2b3c4d5e',
    name: 'Phone',
    createdAt: '2026-09-01T09:00:00.000Z',
    countsFrom: '2026-09-01T09:00:00.000Z',
  },
];
const challenge = (text: string) => answer({ challenge: text, userVerification: 'required' });
const openPasskey = (answers: Record<string, Answers>, preferences = only({ requireBiometric: true })) =>
  open({ answers: { [VERIFY]: [answer(scan)], ...answers }, preferences, passkeys });

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  cleanup();
  takeReaderAway();
});

describe('a passkey', () => {
  test('is requested after Mark is pressed, and sent with the mark', async () => {
    const { challenges } = putReader(confirmed);
    const { sent } = openPasskey({ [CHALLENGE]: [challenge('AAAA')], [MARK]: [answer(record, 201)] });
    expect(await screen.findByText('Your phone will ask for your fingerprint or face.')).toBeTruthy();
    expect(challenges).toEqual([]);
    await press('Mark My Attendance');
    expect(await screen.findByText('Attendance Marked!')).toBeTruthy();
    expect(challenges).toEqual(['AAAA']);
    expect(sent.find(({ call }) => call === CHALLENGE)?.body).toEqual({ ticket: 'a-signed-ticket' });
    expect(sent.find(({ call }) => call === MARK)?.body).toMatchObject({
      passkey: { id: 'AQID', rawId: 'AQID', type: 'public-key', response: { signature: 'AQID' } },
    });
  });

  test('is requested again with a fresh challenge after a cancellation', async () => {
    const { challenges } = putReader(brokenOff, confirmed);
    openPasskey({
      [CHALLENGE]: [challenge('AAAA'), challenge('BBBB')],
      [MARK]: [answer(record, 201)],
    });
    await press('Mark My Attendance');
    expect(await screen.findByText('Biometric verification failed. Please try again.')).toBeTruthy();
    await press('Try Again');
    expect(await screen.findByText('Attendance Marked!')).toBeTruthy();
    expect(challenges).toEqual(['AAAA', 'BBBB']);
  });

  test('is requested again with a fresh challenge after the server rejects it', async () => {
    const { challenges } = putReader(confirmed, confirmed);
    openPasskey({
      [CHALLENGE]: [challenge('AAAA'), challenge('BBBB')],
      [MARK]: [refusal(403, 'Your passkey was not right.', { code: 'passkey_failed' }), answer(record, 201)],
    });
    await press('Mark My Attendance');
    expect(await screen.findByText('Your passkey was not right.')).toBeTruthy();
    await press('Try Again');
    expect(await screen.findByText('Attendance Marked!')).toBeTruthy();
    expect(challenges).toEqual(['AAAA', 'BBBB']);
  });

  test('is not requested in a browser without support, which the page explains, and nothing is sent', async () => {
    const { sent } = openPasskey({});
    await press('Mark My Attendance');
    expect(
      await screen.findByText('Biometric authentication is not supported by this browser or device.'),
    ).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Open Security Settings' })).toBeTruthy();
    expect(sent.map(({ call }) => call)).toEqual([VERIFY]);
  });

  test('is added on the security page if the server does not know it', async () => {
    putReader();
    openPasskey({ [CHALLENGE]: [refusal(403, 'Add a passkey first.', { code: 'passkey_not_set' })] });
    await press('Mark My Attendance');
    expect(await screen.findByText('Add a passkey first.')).toBeTruthy();
    const link = screen.getByRole('link', { name: 'Open Security Settings' });
    expect(link.getAttribute('href')).toBe('/student/security?return=%2Fattendance%2FK7M29QXB');
  });

  test('is requested when the server unexpectedly requires a passkey', async () => {
    putReader(confirmed);
    openPasskey(
      {
        [CHALLENGE]: [challenge('AAAA')],
        [MARK]: [refusal(403, 'A passkey is required.', { code: 'passkey_required' }), answer(record, 201)],
      },
      only({}),
    );
    await press('Mark My Attendance');
    expect(await screen.findByText('A passkey is required.')).toBeTruthy();
    await press('Try Again');
    expect(await screen.findByText('Attendance Marked!')).toBeTruthy();
  });

  test('is set up first if the student has none', async () => {
    open({
      answers: { [VERIFY]: [answer(scan)] },
      preferences: only({ requireBiometric: true }),
    });
    expect(await screen.findByText('Add a passkey')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Mark My Attendance' })).toBeNull();
  });
});
