import { afterEach, expect, jest, test } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { answer } from '@qr-attendance/web-kit/testing';
import { openArea } from './support/open-area.tsx';
import { summary } from './support/samples.ts';

// jsdom cannot measure drawings.
jest.mock('react-apexcharts', () => ({ __esModule: true, default: () => null }));

/** A browser that says this of the camera, and whose camera refuses. */
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

test('the shortcut on the home screen opens the camera at once where that is allowed', async () => {
  const camera = browserThat('granted');
  open('/student/scan?camera=open');
  await waitFor(() => expect(camera).toHaveBeenCalledTimes(1));
});

test('so does a link of the app', async () => {
  const camera = browserThat('granted');
  open('/student');
  const [link] = await screen.findAllByRole('link', { name: /^Scan QR Code/ });
  await userEvent.click(link!);
  await waitFor(() => expect(camera).toHaveBeenCalledTimes(1));
});

test.each(['prompt', 'denied', undefined] as const)(
  'nobody is asked for the camera before “Start Scanning” where it is not allowed yet (%s)',
  async (state) => {
    const camera = browserThat(state);
    open('/student/scan?camera=open');
    const start = await screen.findByRole('button', { name: /Start Scanning/ });
    expect(camera).not.toHaveBeenCalled();
    await userEvent.click(start);
    await waitFor(() => expect(camera).toHaveBeenCalledTimes(1));
  },
);

test('who reloads the page, or comes back to it, did not ask for the camera', async () => {
  const camera = browserThat('granted');
  open('/student/scan');
  await screen.findByRole('button', { name: /Start Scanning/ });
  expect(navigator.permissions.query).not.toHaveBeenCalled();
  expect(camera).not.toHaveBeenCalled();
});

test.each([
  ['   ', 'Please enter a code'],
  ['..', 'Invalid QR code format'],
])('“%s” typed as a code leads nowhere', async (text, sentence) => {
  open('/student/scan');
  await userEvent.type(await screen.findByRole('textbox'), text);
  await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
  expect(await screen.findByText(sentence)).toBeTruthy();
  expect(screen.getByLabelText('address').textContent).toBe('/student/scan');
});

test('who comes from one code of a live class is told why, and what to do without a camera', async () => {
  const camera = browserThat('granted');
  open('/student/scan?camera=open&live=yes');
  expect(await screen.findByText('This class shows a burst code')).toBeTruthy();
  expect(screen.getByText('If the screen shows a burst code, enter the two words beside it.')).toBeTruthy();
  await waitFor(() => expect(camera).toHaveBeenCalledTimes(1));
});

test('two words are typed where a code is', async () => {
  open('/student/scan');
  await userEvent.type(await screen.findByRole('textbox'), 'river lamp{Enter}');
  const address = screen.getByLabelText('address');
  await waitFor(() => expect(address.textContent).toBe('/attendance/river%20lamp'));
});
