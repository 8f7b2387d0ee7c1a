import { afterEach, expect, jest, test } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { answer } from '@qr-attendance/web-kit/testing';
import { openArea } from './support/open-area.tsx';
import { summary } from './support/samples.ts';

// jsdom cannot lay out SVG.
jest.mock('react-apexcharts', () => ({ __esModule: true, default: () => null }));

const browserThat = (state: PermissionState | undefined) => {
  const getUserMedia = jest.fn(async () => {
    throw new DOMException('no', 'NotAllowedError');
  });
  const query = async () => {
    if (state === undefined) throw new TypeError('camera is no permission');
    return { state };
  };
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } });
  Object.defineProperty(navigator, 'permissions', { configurable: true, value: { query: jest.fn(query) } });
  return getUserMedia;
};
const open = (path: string) =>
  openArea(path, {
    'GET /api/analytics/summary': answer(summary()),
    'GET /api/attendance': answer([]),
    'GET /api/courses': answer([]),
  });

afterEach(() => {
  cleanup();
  for (const name of ['mediaDevices', 'permissions']) Reflect.deleteProperty(navigator, name);
});

test('opens the camera immediately from the home screen shortcut if permitted', async () => {
  const camera = browserThat('granted');
  open('/student/scan?camera=open');
  await waitFor(() => expect(camera).toHaveBeenCalledTimes(1));
});

test('opens the camera immediately from a link in the app', async () => {
  const camera = browserThat('granted');
  open('/student');
  const [link] = await screen.findAllByRole('link', { name: /^Scan QR Code/ });
  await userEvent.click(link!);
  await waitFor(() => expect(camera).toHaveBeenCalledTimes(1));
});

test.each(['prompt', 'denied', undefined] as const)(
  'asks for the camera only after “Start Scanning” if the permission is not granted (%s)',
  async (state) => {
    const camera = browserThat(state);
    open('/student/scan?camera=open');
    const start = await screen.findByRole('button', { name: /Start Scanning/ });
    expect(camera).not.toHaveBeenCalled();
    await userEvent.click(start);
    await waitFor(() => expect(camera).toHaveBeenCalledTimes(1));
  },
);

test('does not open the camera after a reload or back navigation', async () => {
  const camera = browserThat('granted');
  open('/student/scan');
  await screen.findByRole('button', { name: /Start Scanning/ });
  expect(navigator.permissions.query).not.toHaveBeenCalled();
  expect(camera).not.toHaveBeenCalled();
});

test.each([
  ['   ', 'Please enter a code'],
  ['..', 'Invalid QR code format'],
])('rejects “%s” as a typed code', async (text, sentence) => {
  open('/student/scan');
  await userEvent.type(await screen.findByRole('textbox'), text);
  await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
  expect(await screen.findByText(sentence)).toBeTruthy();
  expect(screen.getByLabelText('address').textContent).toBe('/student/scan');
});

test('explains a burst-code class to a student who scanned one code with the phone’s own camera', async () => {
  const camera = browserThat('granted');
  open('/student/scan?camera=open&live=yes');
  expect(await screen.findByText('This class shows a burst code')).toBeTruthy();
  expect(screen.getByText('If the screen shows a burst code, enter the two words beside it.')).toBeTruthy();
  await waitFor(() => expect(camera).toHaveBeenCalledTimes(1));
});

test('accepts the two words of a burst code as a typed code', async () => {
  open('/student/scan');
  await userEvent.type(await screen.findByRole('textbox'), 'river lamp{Enter}');
  const address = screen.getByLabelText('address');
  await waitFor(() => expect(address.textContent).toBe('/attendance/river%20lamp'));
});
