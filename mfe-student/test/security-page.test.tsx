import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { DEFAULT_SECURITY_PREFERENCES, type StudentProfile } from '@qr-attendance/contracts';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { answer, enterText, refusal } from '@qr-attendance/web-kit/testing';
import {
  simulateInsecureContext,
  simulateSecureContext,
} from '@qr-attendance/web-kit/testing/secure-browser';
import { device, openArea, profileOf, user } from './support/open-area.tsx';

const ME = 'GET /api/auth/me';
const OPTIONS = 'POST /api/auth/passkeys/registration-options';
const ADD = 'POST /api/auth/passkeys';
const PREFERENCES = 'POST /api/auth/update-security';
const CONFIRM = 'POST /api/auth/confirm-password';
const passkey = {
  id: '5e4d3c2b-1a09-4f8e-8d7c-6b5a49382704',
  name: 'My phone',
  createdAt: '2026-09-14T09:00:00.000Z',
  countsFrom: '2026-09-14T09:00:00.000Z',
};
const options = {
  challenge: 'Y2hhbGxlbmdl',
  rp: { id: 'localhost', name: 'QR Attendance System' },
  user: { id: 'dXNlcg', name: user.email, displayName: user.name },
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
};
const me = (over: Partial<StudentProfile> = {}) => answer({ user, profile: profileOf(over) });
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

const bytes = new Uint8Array([1, 2, 3]).buffer;
const credential = {
  id: 'AQID',
  rawId: bytes,
  type: 'public-key',
  response: { clientDataJSON: bytes, attestationObject: bytes },
  getClientExtensionResults: () => ({}),
};
const putReader = (create: () => Promise<unknown>) => {
  const available = { isUserVerifyingPlatformAuthenticatorAvailable: async () => true };
  Object.assign(globalThis, { PublicKeyCredential: Object.assign(() => undefined, available) });
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { create } });
};

beforeEach(simulateInsecureContext);
afterEach(() => {
  cleanup();
  Reflect.deleteProperty(globalThis, 'PublicKeyCredential');
});

describe('the security page', () => {
  test('shows the stored settings in the order of the specification', async () => {
    openArea('/student/security', {
      [ME]: me({ securityPreferences: { ...DEFAULT_SECURITY_PREFERENCES, requireSelfie: true } }),
    });
    const boxes = await screen.findAllByRole<HTMLInputElement>('checkbox');
    expect(boxes.map(({ checked }) => checked)).toEqual([true, false, true, true]);
    expect(boxes.map((box) => box.closest('label')?.textContent)).toEqual([
      'Require PIN verification',
      'Require biometric verification',
      'Require device verification',
      'Require selfie verification',
    ]);
  });

  test('shows that the profile failed to load and retries', async () => {
    openArea('/student/security', { [ME]: [refusal(404, ''), me()] });
    expect(await screen.findByText('Failed to fetch student data')).toBeTruthy();
    await press('Try again');
    expect(await screen.findByRole('button', { name: 'Save Preferences' })).toBeTruthy();
  });

  test('warns about a missing passkey as soon as biometric verification is checked', async () => {
    openArea('/student/security', { [ME]: me() });
    const box = await screen.findByRole('checkbox', { name: 'Require biometric verification' });
    expect(screen.queryByText(/without one you cannot mark/)).toBeNull();
    await userEvent.click(box);
    expect(screen.getByText(/without one you cannot mark/)).toBeTruthy();
  });

  test('shows the server’s message about the PIN beside the field', async () => {
    openArea('/student/security', {
      [ME]: me(),
      'POST /api/auth/set-pin': refusal(400, 'Check the form', { fields: { pin: 'is too easy to guess' } }),
    });
    await userEvent.type(await screen.findByLabelText('PIN'), '1234');
    await userEvent.type(screen.getByLabelText('Confirm PIN'), '1234');
    await press('Set PIN');
    expect(await screen.findByText('is too easy to guess')).toBeTruthy();
  });

  test('sends no PIN that breaks a rule', async () => {
    const { sent } = openArea('/student/security', { [ME]: me() });
    await userEvent.type(await screen.findByLabelText('PIN'), '123');
    await userEvent.type(screen.getByLabelText('Confirm PIN'), '124');
    await press('Set PIN');
    expect(await screen.findByText('PIN must be at least 4 digits')).toBeTruthy();
    expect(await screen.findByText('PINs do not match')).toBeTruthy();
    expect(sent.map(({ call }) => call)).toEqual([ME]);
  });

  test('confirms each action only after the server has completed it', async () => {
    simulateSecureContext();
    const { bodiesOf } = openArea('/student/security', {
      [ME]: me({ registeredDevices: [] }),
      'POST /api/auth/set-pin': answer({ hasPin: true }),
      'POST /api/auth/register-device': answer([device()]),
      [PREFERENCES]: ({ body }) => answer(body),
    });
    await userEvent.type(await screen.findByLabelText('PIN'), '2468');
    await userEvent.type(screen.getByLabelText('Confirm PIN'), '2468');
    await press('Set PIN');
    expect(await screen.findByText('PIN set successfully')).toBeTruthy();
    await press('Register Device');
    expect(await screen.findByText('Device registered successfully')).toBeTruthy();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Require selfie verification' }));
    await press('Save Preferences');
    expect(await screen.findByText('Security preferences updated successfully')).toBeTruthy();
    expect(bodiesOf(PREFERENCES)).toEqual([
      { securityPreferences: { ...DEFAULT_SECURITY_PREFERENCES, requireSelfie: true } },
    ]);
  });
});

describe('the list of passkeys', () => {
  test('creates a passkey in the browser and stores it on the server', async () => {
    putReader(async () => credential);
    const { sent, reloads } = openArea('/student/security', {
      [ME]: me(),
      [OPTIONS]: answer(options),
      [ADD]: answer([passkey], 201),
    });
    const name = await screen.findByLabelText('Passkey name');
    await userEvent.clear(name);
    await enterText(name, 'My phone');
    await press('Add a passkey');
    expect(await screen.findByRole('button', { name: 'Remove passkey My phone' })).toBeTruthy();
    expect(sent.find(({ call }) => call === ADD)?.body).toMatchObject({
      name: 'My phone',
      credential: { id: 'AQID', rawId: 'AQID', type: 'public-key', response: { attestationObject: 'AQID' } },
    });
    expect(reloads.count).toBe(1);
  });

  test.each([
    ['NotAllowedError', 'Biometric verification failed. Please try again.'],
    ['InvalidStateError', 'This device already has a passkey of yours.'],
  ])('keeps the add button after %s', async (name, sentence) => {
    putReader(async () => {
      throw Object.assign(new Error('words of the browser'), { name });
    });
    openArea('/student/security', { [ME]: me(), [OPTIONS]: answer(options) });
    await press('Add a passkey');
    expect(await screen.findByText(sentence)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Add a passkey' })).toBeTruthy();
  });

  test('asks for the password if it was entered too long ago, then adds the passkey', async () => {
    putReader(async () => credential);
    const { sent } = openArea('/student/security', {
      [ME]: me(),
      [OPTIONS]: [refusal(403, 'Enter it.', { code: 'fresh_proof_required' }), answer(options)],
      [CONFIRM]: [
        refusal(400, 'This is not your current password.'),
        answer({ token: 'proven', freshUntil: '2026-09-14T09:15:00.000Z' }),
      ],
      [ADD]: answer([{ ...passkey, countsFrom: '2999-01-01T00:00:00.000Z' }], 201),
    });
    await press('Add a passkey');
    await userEvent.type(await screen.findByLabelText('Password'), 'wrong');
    await press('Continue');
    expect(await screen.findByText('This is not your current password.')).toBeTruthy();
    await enterText(screen.getByLabelText('Password'), ' no more');
    await press('Continue');
    expect(await screen.findByText(/^usable from/)).toBeTruthy();
    expect(screen.queryByLabelText('Password')).toBeNull();
    expect(sent.filter(({ call }) => call === CONFIRM).map(({ body }) => body)).toEqual([
      { password: 'wrong' },
      { password: 'wrong no more' },
    ]);
  });

  test('offers no passkeys if the device cannot create any', async () => {
    openArea('/student/security', { [ME]: me() });
    expect(
      await screen.findByText('Biometric authentication is not supported by this browser or device.'),
    ).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull();
  });

  test('removes a passkey after a confirmation', async () => {
    const { sent } = openArea('/student/security', {
      [ME]: me({ passkeys: [passkey] }),
      [`DELETE /api/auth/passkeys/${passkey.id}`]: answer([]),
    });
    await press('Remove passkey My phone');
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    await press('Remove passkey My phone');
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('You have no passkey yet.')).toBeTruthy();
    expect(sent.filter(({ call }) => call.startsWith('DELETE'))).toHaveLength(1);
  });
});

describe('changes that need a recent password', () => {
  const PROOF_OPTIONS = 'POST /api/auth/passkeys/proof-options';
  const PROOF = 'POST /api/auth/passkeys/proof';
  const asked = refusal(403, 'Confirm it.', { code: 'fresh_proof_required' });

  test('ask for the password if it was entered too long ago', async () => {
    const { bodiesOf } = openArea('/student/security', {
      [ME]: me({ registeredDevices: [device()] }),
      [`DELETE /api/auth/devices/${device().deviceId}`]: [asked, answer([])],
      [CONFIRM]: answer({ token: 'proven', freshUntil: '2026-09-14T09:15:00.000Z' }),
    });
    await press(`Remove device ${device().deviceName}`);
    const dialog = within(screen.getByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Remove' }));
    await userEvent.type(await screen.findByLabelText('Password'), 'secret');
    await press('Continue');
    expect(await screen.findByText('Device removed')).toBeTruthy();
    expect(bodiesOf(CONFIRM)).toEqual([{ password: 'secret' }]);
  });

  test('accept a passkey instead of the password', async () => {
    const signed = {
      clientDataJSON: bytes,
      authenticatorData: bytes,
      signature: bytes,
      userHandle: bytes,
    };
    putReader(async () => credential);
    Object.assign(navigator.credentials, { get: async () => ({ ...credential, response: signed }) });
    const { bodiesOf } = openArea(
      '/student/security',
      {
        [ME]: me({ passkeys: [passkey] }),
        [PREFERENCES]: [
          asked,
          answer({ securityPreferences: { ...DEFAULT_SECURITY_PREFERENCES, requirePin: false } }),
        ],
        [PROOF_OPTIONS]: answer({
          challenge: 'Y2hhbGxlbmdl',
          rpId: 'localhost',
          userVerification: 'required',
        }),
        [PROOF]: answer({ token: 'proven', freshUntil: '2026-09-14T09:15:00.000Z' }),
      },
      profileOf({ passkeys: [passkey] }),
    );
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Require PIN verification' }));
    await press('Save Preferences');
    await press('Use a passkey');
    expect(await screen.findByText('Security preferences updated successfully')).toBeTruthy();
    expect(bodiesOf(PROOF)).toMatchObject([{ credential: { id: 'AQID', response: { signature: 'AQID' } } }]);
  });
});

test('shows every missing step before returning to the marking page', async () => {
  openArea('/student/security?return=%2Fattendance%2FK7M29QXB', {
    [ME]: [
      me({
        securityPreferences: { ...DEFAULT_SECURITY_PREFERENCES, requireBiometric: true },
        hasPin: false,
      }),
    ],
  });
  expect(
    await screen.findByText(
      'To mark your attendance, set a PIN and add a passkey first. Your scan is saved.',
    ),
  ).toBeTruthy();
});
