import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { answer } from '@qr-attendance/web-kit/testing';
import { cleanup, screen } from '@testing-library/react';
import { only, open, press, scan, VERIFY } from './open-marking.tsx';

const putGeolocation = (getCurrentPosition: Geolocation['getCurrentPosition']) =>
  Object.defineProperty(navigator, 'geolocation', { configurable: true, value: { getCurrentPosition } });
const openInClassroom = (...checks: ReturnType<typeof answer>[]) =>
  open({
    answers: {
      [VERIFY]: answer({ ...scan, location: { required: true, radius: 100 } }),
      'POST /api/attendance/location-check': checks,
    },
    preferences: only({}),
  });

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  cleanup();
  Reflect.deleteProperty(navigator, 'geolocation');
});

test('locationFailedRequired: shows why the browser provided no position, and that it is required', async () => {
  putGeolocation((_found, failed) => failed?.({ code: 1 } as GeolocationPositionError));
  openInClassroom();
  await press('Verify My Location');
  expect(
    await screen.findByText(
      /^Error getting location: .+\. Location verification is required for this session\./,
    ),
  ).toBeTruthy();
});

test('locationUnsupportedRequired: shows that the browser needs geolocation', async () => {
  openInClassroom();
  await press('Verify My Location');
  expect(
    await screen.findByText(
      'Geolocation is not supported by this browser. Location verification is required for this session.',
    ),
  ).toBeTruthy();
});

test('outsideRadius: lets a student mark only after a check from within the radius', async () => {
  putGeolocation((found) =>
    found({ coords: { latitude: 52.5, longitude: 13.4, accuracy: 5 } } as GeolocationPosition),
  );
  openInClassroom(
    answer({ withinRadius: false, distance: 1112, radius: 100 }),
    answer({ withinRadius: true, distance: 11, radius: 100 }),
  );
  await press('Verify My Location');
  expect(
    await screen.findByText(
      'You are 1112m away from the classroom. You must be within 100m to mark attendance.',
    ),
  ).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Mark My Attendance' })).toBeNull();
  await press('Verify My Location');
  expect(await screen.findByRole('button', { name: 'Mark My Attendance' })).toBeTruthy();
});
