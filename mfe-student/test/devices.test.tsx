import { afterEach, describe, expect, test } from '@jest/globals';
import type { StudentProfile } from '@qr-attendance/contracts';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
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
  test('show when each device becomes usable, and which devices must be registered again', async () => {
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

  test('show which devices are waiting by the server’s clock, even if this device’s clock is wrong', async () => {
    const passkey = { id: other(3).deviceId, name: 'Phone 3', createdAt: '2026-09-01T09:00:00.000Z' };
    openWith({
      registeredDevices: [
        { ...other(1), countsFrom: '2099-09-14T09:05:00.000Z', waiting: false },
        { ...other(2), countsFrom: '2020-09-14T09:05:00.000Z', waiting: true },
      ],
      passkeys: [{ ...passkey, countsFrom: '2020-09-14T09:05:00.000Z', waiting: true }],
    });
    const [, first, second] = await screen.findAllByRole('row');
    expect(first?.textContent).not.toMatch(/usable from/);
    expect(second?.textContent).toMatch(/usable from .*14 Sep 2020/);
    expect(screen.getAllByText(/^usable from/)).toHaveLength(2);
  });

  test('are removed after a confirmation that states the waiting time', async () => {
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

  test('are not removed after Cancel, even if the password is accepted later', async () => {
    const REMOVE = `DELETE /api/auth/devices/${device().deviceId}`;
    const CONFIRM = 'POST /api/auth/confirm-password';
    const { sentTo, hold } = openWith(
      {},
      {
        [REMOVE]: refusal(403, 'Confirm it.', { code: 'fresh_proof_required' }),
        [CONFIRM]: answer({ token: 'proven', freshUntil: '2026-09-14T09:15:00.000Z' }),
      },
    );
    const dialog = () => within(screen.getByRole('dialog'));
    const remove = async () => {
      await press('Remove device My phone');
      await userEvent.click(dialog().getByRole('button', { name: 'Remove' }));
      await userEvent.type(await screen.findByLabelText('Password'), 'secret');
    };
    await remove();
    const release = hold();
    await press('Continue');
    await waitFor(() => expect(sentTo(CONFIRM)).toHaveLength(1));
    const prompt = within(screen.getByRole('dialog', { name: 'Confirm that it is you' }));
    await userEvent.click(prompt.getByRole('button', { name: 'Cancel' }));
    release();
    expect(await screen.findByText('Nothing was changed, because you did not confirm it.')).toBeTruthy();
    await remove();
    expect(sentTo(REMOVE)).toHaveLength(2);
    const again = within(screen.getByRole('dialog', { name: 'Confirm that it is you' }));
    await userEvent.click(again.getByRole('button', { name: 'Cancel' }));
  });

  test('show a warning before the only device is removed', async () => {
    openWith({});
    await press('Remove device My phone');
    expect(screen.getByRole('dialog').textContent).toMatch(/your only device/);
  });

  test('stay listed, with the server’s message, if removal fails', async () => {
    openWith({}, { [`DELETE /api/auth/devices/${device().deviceId}`]: refusal(503, 'In a moment.') });
    await press('Remove device My phone');
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('In a moment.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Remove device My phone' })).toBeTruthy();
  });
});

describe('registering this device', () => {
  const submit = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Register Device' });

  test('shows the device limit before it is reached', async () => {
    openWith({ registeredDevices: [other(1), other(2)] });
    expect(await screen.findByText('You have 2 of at most 3 devices.')).toBeTruthy();
    expect((await submit()).disabled).toBe(false);
  });

  test('is disabled at the limit, with advice on what to do first', async () => {
    openWith({ registeredDevices: [other(1), other(2), other(3)] });
    expect(await screen.findByText(/first remove one/)).toBeTruthy();
    expect((await submit()).disabled).toBe(true);
  });

  test('allows renaming this device at the limit', async () => {
    openWith({ registeredDevices: [device(), other(2), other(3)] });
    expect(await screen.findByText(/This device is registered/)).toBeTruthy();
    const rename = await screen.findByRole<HTMLButtonElement>('button', { name: 'Change Name' });
    expect(rename.disabled).toBe(false);
    expect(screen.queryByRole('button', { name: 'Register Device' })).toBeNull();
  });

  test('is required again for a device without a key', async () => {
    openWith({ registeredDevices: [device({ hasKey: false })] });
    expect(await screen.findByText(/was registered without a key/)).toBeTruthy();
  });

  test('explains why the browser cannot store a key, and sends nothing', async () => {
    const { sent } = openWith({ registeredDevices: [] });
    await userEvent.click(await submit());
    expect(await screen.findByText(/Open this site at its https address/)).toBeTruthy();
    expect(sent.map(({ call }) => call)).toEqual([ME]);
  });
});

describe('selfie consent', () => {
  const CONSENT = 'POST /api/auth/selfie-consent';

  test('is withdrawn with one button press', async () => {
    const { sent } = openWith(
      { selfieConsentAt: '2026-09-14T09:00:00.000Z' },
      { [CONSENT]: answer({ selfieConsentAt: null }) },
    );
    expect(await screen.findByText(/You agreed to selfies on .*14 Sep/)).toBeTruthy();
    await press('Withdraw my consent');
    expect(await screen.findByText(/You have not agreed to selfies/)).toBeTruthy();
    expect(sent.find(({ call }) => call === CONSENT)?.body).toEqual({ given: false });
  });

  test('cannot be withdrawn if it was never given', async () => {
    openWith({ selfieConsentAt: null });
    expect(await screen.findByText(/You have not agreed to selfies/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Withdraw my consent' })).toBeNull();
  });
});
