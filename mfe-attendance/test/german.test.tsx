import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { chooseLanguage, startLanguages } from '@qr-attendance/web-kit';
import { act, cleanup, screen } from '@testing-library/react';
import german from '../src/texts/de.json';
import { answer, refusal } from '@qr-attendance/web-kit/testing';
import { only, open, press, scan, VERIFY } from './open-marking.tsx';

beforeEach(() => {
  startLanguages();
  sessionStorage.clear();
});
afterEach(async () => {
  cleanup();
  await chooseLanguage('en');
});

describe('a German user', () => {
  test('sees the page in German', async () => {
    await chooseLanguage('de');
    // The texts load before anything is rendered.
    await act(async () => void open({ answers: { [VERIFY]: [answer(scan)] } }));
    expect(await screen.findByRole('heading', { name: 'PIN-Prüfung' })).toBeTruthy();
    expect(screen.getByRole('button', { name: german.mark.action })).toBeTruthy();
  });

  test('sees the stepper in German', async () => {
    await chooseLanguage('de');
    const located = { ...scan, location: { required: true, radius: 100 } };
    await act(async () => void open({ answers: { [VERIFY]: [answer(located)] } }));
    expect(await screen.findByRole('list', { name: 'Schritte' })).toBeTruthy();
  });

  test('sees in German that the ticket expired before the location was checked', async () => {
    await chooseLanguage('de');
    const getCurrentPosition = (found: PositionCallback) =>
      found({ coords: { latitude: 52.5, longitude: 13.4, accuracy: 5 } } as GeolocationPosition);
    Object.defineProperty(navigator, 'geolocation', { configurable: true, value: { getCurrentPosition } });
    const expired = refusal(403, 'Your scan has expired. Please scan the code again.', {
      code: 'ticket_invalid',
    });
    const answers = {
      [VERIFY]: [answer({ ...scan, location: { required: true, radius: 100 } })],
      'POST /api/attendance/location-check': [expired],
    };
    await act(async () => void open({ answers, preferences: only({}) }));
    await press(german.location.action);
    expect(
      await screen.findByText('Ihr Scan ist abgelaufen. Bitte scannen Sie den Code erneut.'),
    ).toBeTruthy();
    expect(screen.queryByText(/Your scan/)).toBeNull();
    Reflect.deleteProperty(navigator, 'geolocation');
  });

  test('can change the language during marking', async () => {
    open({ answers: { [VERIFY]: [answer(scan)] } });
    await screen.findByRole('heading', { name: 'PIN Verification' });
    await act(() => chooseLanguage('de'));
    expect(await screen.findByRole('heading', { name: 'PIN-Prüfung' })).toBeTruthy();
  });
});
