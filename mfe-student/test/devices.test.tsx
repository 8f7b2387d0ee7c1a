import { afterEach, describe, expect, test } from '@jest/globals';
import type { StudentProfile } from '@qr-attendance/contracts';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { answer, refusal } from '@qr-attendance/web-kit/testing';
import { device, openArea, profileOf, user } from './support/open-area.tsx';

const ME = 'GET /api/auth/me';
const me = (over: Partial<StudentProfile> = {}) => answer({ user, profile: profileOf(over) });
const other = (n: number) =>
  device({ deviceId: `00000000-0000-4000-8000-00000000000${n}`, deviceName: `Phone ${n}` });
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const openWith = (over: Partial<StudentProfile>, answers = {}) =>
  openArea('/student/security', { [ME]: me(over), ...answers });

afterEach(cleanup);

describe('registered devices', () => {
  test('say from when they count, and which must be registered again', async () => {
    openWith({
      registeredDevices: [
        other(1),
        { ...other(2), countsFrom: '2099-09-14T09:05:00.000Z' },
        { ...other(3), hasKey: false },
      ],
    });
    const [, first, second, third] = await screen.findAllByRole('row');
    expect(first?.textContent).not.toMatch(/usable from|register again/);
    expect(second?.textContent).toMatch(/usable from .*14 Sep 2099, \d+:\d\d/);
    expect(third?.textContent).toContain('register again');
  });

  test('are removed after a question that tells of the waiting time', async () => {
    const { sent, reloads } = openWith(
      { registeredDevices: [other(1), other(2)] },
      { [`DELETE /api/auth/devices/${other(1).deviceId}`]: answer([other(2)]) },
    );
    await press('Remove device Phone 1');
    const dialog = screen.getByRole('dialog', { name: 'Remove this device?' });
    expect(dialog.textContent).toMatch(/only after a waiting time/);
    expect(dialog.textContent).not.toMatch(/your only device/);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(sent.map(({ call }) => call)).toEqual([ME]);
    await press('Remove device Phone 1');
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }));
    expect(await screen.findByRole('button', { name: 'Remove device Phone 2' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Remove device Phone 1' })).toBeNull();
    expect(reloads.count).toBe(1);
  });

  test('that are the only one say what that means', async () => {
    openWith({});
    await press('Remove device My phone');
    expect(screen.getByRole('dialog').textContent).toMatch(/your only device/);
  });

  test('that could not be removed stay, with the server’s words', async () => {
    openWith({}, { [`DELETE /api/auth/devices/${device().deviceId}`]: refusal(503, 'In a moment.') });
    await press('Remove device My phone');
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('In a moment.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Remove device My phone' })).toBeTruthy();
  });
});

describe('registering this device', () => {
  const submit = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Register Device' });

  test('tells of the limit before it is hit', async () => {
    openWith({ registeredDevices: [other(1), other(2)] });
    expect(await screen.findByText('You have 2 of at most 3 devices.')).toBeTruthy();
    expect((await submit()).disabled).toBe(false);
  });

  test('is not offered beyond the limit, with what to do first', async () => {
    openWith({ registeredDevices: [other(1), other(2), other(3)] });
    expect(await screen.findByText(/first remove one/)).toBeTruthy();
    expect((await submit()).disabled).toBe(true);
  });

  test('is still offered to one of three, to be given another name', async () => {
    openWith({ registeredDevices: [device(), other(2), other(3)] });
    expect(await screen.findByText(/This device is registered/)).toBeTruthy();
    expect((await submit()).disabled).toBe(false);
  });

  test('is asked for again where it has no key', async () => {
    openWith({ registeredDevices: [device({ hasKey: false })] });
    expect(await screen.findByText(/was registered without a key/)).toBeTruthy();
  });

  test('says what to do where the browser can have no key, and sends nothing', async () => {
    // As on a page that is not served securely.
    const { sent } = openWith({ registeredDevices: [] });
    await userEvent.click(await submit());
    expect(await screen.findByText(/Open this site at its https address/)).toBeTruthy();
    expect(sent.map(({ call }) => call)).toEqual([ME]);
  });
});

describe('consent to selfies', () => {
  const CONSENT = 'POST /api/auth/selfie-consent';

  test('is withdrawn by one press', async () => {
    const { sent } = openWith(
      { selfieConsentAt: '2026-09-14T09:00:00.000Z' },
      { [CONSENT]: answer({ selfieConsentAt: null }) },
    );
    expect(await screen.findByText(/You agreed to selfies on .*14 Sep/)).toBeTruthy();
    await press('Withdraw my consent');
    expect(await screen.findByText(/You have not agreed to selfies/)).toBeTruthy();
    expect(sent.find(({ call }) => call === CONSENT)?.body).toEqual({ given: false });
  });

  test('that was never given leaves nothing to withdraw', async () => {
    openWith({ selfieConsentAt: null });
    expect(await screen.findByText(/You have not agreed to selfies/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Withdraw my consent' })).toBeNull();
  });
});
