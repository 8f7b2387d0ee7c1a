import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { answer } from '@qr-attendance/web-kit/testing';
import { MARK, open, record, scan, VERIFY } from './open-marking.tsx';

const campus = document.createElement('meta');
campus.name = 'campus-time-zone';

beforeEach(() => {
  sessionStorage.clear();
  document.head.append(campus);
  campus.content = Intl.DateTimeFormat().resolvedOptions().timeZone;
});
afterEach(cleanup);

const factsOf = async () => {
  await screen.findByRole('heading', { name: 'Algorithms' });
  return screen.getAllByRole('term').map((term) => {
    const fact = term.parentElement;
    return fact?.textContent;
  });
};

describe('the session card', () => {
  test('shows the specified facts, without end and location if there are none', async () => {
    const place = { required: true, radius: 120 } as const;
    const endTime = '2026-09-14T10:30:00.000Z';
    open({ answers: { [VERIFY]: [answer({ ...scan, endTime, location: place })] } });
    const facts = await factsOf();
    expect(facts).toEqual([
      expect.stringMatching(/^Date.*14 Sep/),
      expect.stringMatching(/^Start Time\d+:\d\d$/),
      expect.stringMatching(/^End Time\d+:\d\d$/),
      'Course CodeCS201',
      'TeacherAda Lovelace',
      'Location Verification: Required (within 120m)',
    ]);
    cleanup();
    sessionStorage.clear();
    open({ answers: { [VERIFY]: [answer(scan)] } });
    const names = (await factsOf()).join(' ');
    expect(names).not.toMatch(/End Time|Location/);
  });

  test('shows the campus time, and the viewer’s time beside it if different', async () => {
    // The offset of this zone differs by a quarter or half of an hour from that of every zone in which tests
    // run.
    campus.content = 'Asia/Kathmandu';
    open({ answers: { [VERIFY]: [answer(scan)] } });
    expect(await factsOf()).toContainEqual(expect.stringMatching(/^Start Time14:45 \(\d+:\d\d your time\)$/));
  });
});

describe('the complete flow', () => {
  test('can be completed by keyboard, and each step receives the focus', async () => {
    const place = { required: true, radius: 100 } as const;
    Object.defineProperty(navigator, 'geolocation', {
      configurable: true,
      value: {
        getCurrentPosition: (found: PositionCallback) =>
          found({ coords: { latitude: 52.5, longitude: 13.4, accuracy: 5 } } as GeolocationPosition),
      },
    });
    open({
      answers: {
        [VERIFY]: [answer({ ...scan, location: place })],
        'POST /api/attendance/location-check': [answer({ withinRadius: true, distance: 3, radius: 100 })],
        [MARK]: [answer(record, 201)],
      },
    });
    const heading = await screen.findByRole('heading', { name: 'Location Verification Required' });
    expect(document.activeElement).toBe(heading);
    const steps = within(screen.getByRole('list', { name: 'Steps' })).getAllByRole('listitem');
    expect(steps.map((step) => step.getAttribute('aria-current'))).toEqual(['step', null]);
    await userEvent.keyboard('{Tab}{Enter}');
    const pin = await screen.findByLabelText('PIN');
    expect(document.activeElement).toBe(pin);
    const why = document.getElementById(pin.getAttribute('aria-describedby') ?? '');
    expect(why?.textContent).toBe('Your PIN confirms that you are the one holding this phone.');
    await userEvent.keyboard('2468{Enter}');
    expect(document.activeElement).toBe(await screen.findByRole('heading', { name: 'Attendance Marked!' }));
    await userEvent.keyboard('{Tab}');
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Go to Dashboard' }));
  });
});
