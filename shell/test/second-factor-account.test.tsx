import { afterEach, describe, expect, test } from '@jest/globals';
import { routes } from '@qr-attendance/contracts';
import { installCatalog } from '@qr-attendance/web-kit';
import {
  answer,
  callOf,
  enterText,
  fakeApi,
  lostConnection,
  refusal,
  setSignInOptions,
  type Answers,
} from '@qr-attendance/web-kit/testing';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { AccountPage } from '../src/account/account-page.tsx';
import { accountCatalog } from '../src/account/texts/index.ts';
import { RequireSignedIn } from '../src/guards/guards.tsx';
import { student, teacher } from './support/people.ts';
import { renderShell } from './support/render-shell.tsx';
import {
  addAuthenticator,
  asserted,
  creationOptions,
  registered,
  removeAuthenticator,
  requestOptions,
} from './support/authenticator.ts';
import { activeFactor, FACTOR, noFactor, passkey, recoveryCodes, setup } from './support/second-factor.ts';

const START = callOf(routes.auth.startSecondFactor);
const ACTIVATE = callOf(routes.auth.activateSecondFactor);
const RENEW = callOf(routes.auth.renewRecoveryCodes);
const FORGET = callOf(routes.auth.forgetRememberedBrowsers);
const REMOVE = callOf(routes.auth.removeSecondFactor);
const CREATE = callOf(routes.auth.startPasskeyRegistration);
const REQUEST = callOf(routes.auth.startPasskeyProof);
const REMOVE_APP = callOf(routes.auth.removeAuthenticatorApp);
const REMOVE_PASSKEY = callOf(routes.auth.removePasskey);
const ELSEWHERE = callOf(routes.auth.signOutElsewhere);
const REFRESH = callOf(routes.auth.refreshToken);
const CONFIRM = callOf(routes.auth.confirmPassword);
const PROVE = callOf(routes.auth.proveBySecondFactor);
const notFresh = refusal(403, 'Confirm it.', { code: 'fresh_proof_required' });
const proved = answer({ token: 'proven', freshUntil: '2026-09-14T09:10:00.000Z' });

const undo: (() => void)[] = [];
afterEach(() => {
  cleanup();
  removeAuthenticator();
  localStorage.clear();
  for (const step of undo.splice(0)) step();
});

const visit = async (answers: Record<string, Answers>, me: object = teacher) => {
  installCatalog(accountCatalog);
  localStorage.setItem('token', 'stored');
  const server = fakeApi({
    [callOf(routes.auth.getMe)]: answer(me),
    [callOf(routes.auth.getEmailAddress)]: answer({
      email: teacher.user.email,
      verified: true,
      newEmail: null,
    }),
    [callOf(routes.auth.listNotices)]: answer([]),
    [callOf(routes.auth.listMyIdentities)]: answer([]),
    [callOf(routes.auth.listSignInProviders)]: answer([]),
    [FACTOR]: answer(activeFactor),
    ...answers,
  });
  renderShell(
    <Routes>
      <Route
        path="/account"
        element={
          <RequireSignedIn>
            <AccountPage />
          </RequireSignedIn>
        }
      />
    </Routes>,
    '/account',
  );
  await screen.findByRole('heading', { level: 1, name: 'My account' });
  return server;
};
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const pressInDialog = async (name: string) =>
  userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name }));
const shownCodes = async () =>
  within(await screen.findByRole('list', { name: 'Recovery codes' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

describe('the second factor', () => {
  test('is set up after the user has confirmed the password, and shows its recovery codes once', async () => {
    const server = await visit({
      [FACTOR]: answer(noFactor),
      [START]: [notFresh, answer(setup)],
      [CONFIRM]: proved,
      [ACTIVATE]: answer({ recoveryCodes }, 201),
    });
    expect(await screen.findByText('Not set up.')).toBeTruthy();
    await press('Set up');
    await press('Use an authenticator app');
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));
    await enterText(dialog.getByLabelText('Password'), 'correct horse');
    await userEvent.click(dialog.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByRole('img', { name: 'QR code for the authenticator app' })).toBeTruthy();
    server.give(FACTOR, answer(activeFactor));
    await userEvent.type(screen.getByLabelText('6-digit code that the app shows'), '123456');
    expect(await shownCodes()).toEqual(recoveryCodes);
    expect(server.bodiesOf(ACTIVATE)).toEqual([{ code: '123456' }]);
    await press('I have saved them');
    expect(await screen.findByText('10 recovery codes are left.')).toBeTruthy();
    expect(screen.queryByText(recoveryCodes[0]!)).toBeNull();
  });

  test('shows why a code was wrong during the set-up, which can be canceled', async () => {
    await visit({
      [FACTOR]: answer(noFactor),
      [START]: answer(setup),
      [ACTIVATE]: refusal(400, 'That code is wrong.', { code: 'second_factor_code_wrong' }),
    });
    await press('Set up');
    await press('Use an authenticator app');
    await userEvent.type(await screen.findByLabelText('6-digit code that the app shows'), '123456');
    expect(await screen.findByText('That code is wrong.')).toBeTruthy();
    await press('Cancel');
    expect(await screen.findByText('Not set up.')).toBeTruthy();
  });

  test('gets new recovery codes after a code of the app as proof', async () => {
    const server = await visit({
      [FACTOR]: answer({ ...activeFactor, recoveryCodesLeft: 1 }),
      [RENEW]: [notFresh, answer({ recoveryCodes })],
      [PROVE]: proved,
    });
    expect(await screen.findByText('One recovery code is left. Get new ones.')).toBeTruthy();
    await press('New recovery codes');
    await pressInDialog('New recovery codes');
    await press('Use your authenticator app');
    await userEvent.type(screen.getByLabelText('Code from your authenticator app'), '654321');
    expect(await shownCodes()).toEqual(recoveryCodes);
    expect(server.bodiesOf(PROVE)).toEqual([{ code: '654321' }]);
    await waitFor(() => expect(localStorage.getItem('token')).toBe('proven'));
  });

  test('moves to another app, whose set-up begins again if it was replaced meanwhile', async () => {
    const missing = refusal(409, 'The setup must begin again.', { code: 'second_factor_setup_missing' });
    const server = await visit({
      [START]: answer(setup),
      [ACTIVATE]: [missing, answer({ recoveryCodes }, 201)],
    });
    await press('Change app');
    const typeCode = async () =>
      userEvent.type(await screen.findByLabelText('6-digit code that the app shows'), '123456');
    await press('Use an authenticator app');
    await typeCode();
    expect(await screen.findByText('The setup must begin again.')).toBeTruthy();
    await press('Use an authenticator app');
    await typeCode();
    expect(await shownCodes()).toEqual(recoveryCodes);
    expect(server.sentTo(START)).toHaveLength(2);
  });

  test('is asked for again on devices that signed in without a code', async () => {
    await visit({
      [FACTOR]: answer({ ...activeFactor, rememberedBrowsers: 2 }),
      [FORGET]: answer(activeFactor),
    });
    expect(await screen.findByText('2 devices sign in without a code for up to 30 days.')).toBeTruthy();
    await press('Ask on all devices again');
    await waitFor(() => expect(screen.queryByText(/sign in without a code/)).toBeNull());
  });

  test('is turned off after a confirmation', async () => {
    const server = await visit({ [REMOVE]: answer(undefined, 204) });
    await press('Turn off');
    expect(server.sentTo(REMOVE)).toEqual([]);
    server.give(FACTOR, answer(noFactor));
    await pressInDialog('Turn off');
    expect(await screen.findByText('Not set up.')).toBeTruthy();
    expect(server.sentTo(REMOVE)).toHaveLength(1);
  });

  test('cannot be removed if the institution requires it', async () => {
    await visit({ [FACTOR]: answer({ ...activeFactor, isRequired: true }) });
    expect(await screen.findByText(/You can change it, but not turn it off/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Turn off' })).toBeNull();
  });

  test('becomes a passkey, without an app', async () => {
    addAuthenticator('NotAllowedError');
    const server = await visit({
      [FACTOR]: answer(noFactor),
      [CREATE]: answer(creationOptions),
      [ACTIVATE]: answer({ recoveryCodes }, 201),
    });
    await press('Set up');
    await press('Create a passkey');
    expect((await screen.findByRole('alert')).textContent).toMatch(/^The passkey was not used/);
    server.give(FACTOR, answer({ ...activeFactor, hasApp: false, passkeys: [passkey] }));
    await press('Create a passkey');
    expect(await shownCodes()).toEqual(recoveryCodes);
    expect(server.bodiesOf(ACTIVATE)).toMatchObject([{ name: 'My passkey', newPasskey: registered }]);
    await press('I have saved them');
    expect(await screen.findByText('My laptop')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Add an authenticator app' })).toBeTruthy();
  });

  test('becomes a passkey that the user has, which is sent again if the answer was lost', async () => {
    addAuthenticator();
    const server = await visit({
      [FACTOR]: answer({ ...noFactor, passkeys: [passkey] }),
      [REQUEST]: answer(requestOptions),
      [ACTIVATE]: [lostConnection, answer({ recoveryCodes }, 201)],
    });
    await press('Set up');
    await press('Use a passkey that I have');
    expect(await screen.findByRole('alert')).toBeTruthy();
    await press('Use a passkey that I have');
    expect(await shownCodes()).toEqual(recoveryCodes);
    expect(server.bodiesOf(ACTIVATE)).toMatchObject([{ passkey: asserted }, { passkey: asserted }]);
    expect(server.sentTo(REQUEST)).toHaveLength(1);
  });

  test('is shown once a passkey is active, even if the answer with the recovery codes was lost', async () => {
    addAuthenticator();
    const server = await visit({
      [FACTOR]: answer(noFactor),
      [CREATE]: answer(creationOptions),
      [ACTIVATE]: lostConnection,
      [RENEW]: answer({ recoveryCodes }),
    });
    await press('Set up');
    server.give(FACTOR, answer({ ...activeFactor, hasApp: false, passkeys: [passkey] }));
    await press('Create a passkey');
    expect(await screen.findByText(/Get new recovery codes\.$/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Create a passkey' })).toBeNull();
    await press('New recovery codes');
    await pressInDialog('New recovery codes');
    expect(await shownCodes()).toEqual(recoveryCodes);
  });

  test('is not offered with a passkey in its cool-down', async () => {
    addAuthenticator();
    await visit({ [FACTOR]: answer({ ...noFactor, passkeys: [{ ...passkey, waiting: true }] }) });
    await press('Set up');
    expect(await screen.findByRole('button', { name: 'Create a passkey' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Use a passkey that I have' })).toBeNull();
  });

  test('is an app at a server of an earlier release', async () => {
    const { hasApp: _hasApp, passkeys: _passkeys, ...earlier } = activeFactor;
    await visit({ [FACTOR]: answer(earlier) });
    expect(await screen.findByText('Authenticator app')).toBeTruthy();
  });

  test('gets another passkey, and loses the app', async () => {
    addAuthenticator();
    const server = await visit({
      [CREATE]: answer(creationOptions),
      [ACTIVATE]: answer({ recoveryCodes: [] }, 201),
      [REMOVE_APP]: answer(undefined, 204),
    });
    server.give(FACTOR, answer({ ...activeFactor, passkeys: [passkey] }));
    await press('Add a passkey');
    expect(await screen.findByText('My laptop')).toBeTruthy();
    expect(screen.queryByRole('list', { name: 'Recovery codes' })).toBeNull();
    server.give(FACTOR, answer({ ...activeFactor, hasApp: false, passkeys: [passkey] }));
    await press('Remove Authenticator app');
    await pressInDialog('Remove');
    expect(await screen.findByRole('button', { name: 'Add an authenticator app' })).toBeTruthy();
  });

  test('shows why the last passkey cannot be removed', async () => {
    const last = refusal(409, 'This is your only second factor.', { code: 'last_second_factor' });
    await visit({
      [FACTOR]: answer({ ...activeFactor, hasApp: false, passkeys: [passkey] }),
      [REMOVE_PASSKEY]: last,
    });
    await press('Remove My laptop');
    await pressInDialog('Remove');
    expect(await screen.findByText('This is your only second factor.')).toBeTruthy();
  });

  test('offers to sign out everywhere else after a change, and stays signed in', async () => {
    const server = await visit({
      [RENEW]: answer({ recoveryCodes }),
      [ELSEWHERE]: [lostConnection, answer(undefined, 204)],
      [REFRESH]: answer({ token: 'renewed' }),
    });
    await press('New recovery codes');
    await pressInDialog('New recovery codes');
    await press('Sign out everywhere else');
    expect(await screen.findByText(/Could not sign out your other devices/)).toBeTruthy();
    await press('Sign out everywhere else');
    expect(await screen.findByText('Your other devices are signed out.')).toBeTruthy();
    await waitFor(() => expect(localStorage.getItem('token')).toBe('renewed'));
    expect(await shownCodes()).toEqual(recoveryCodes);
    expect(server.sentTo(ELSEWHERE)).toHaveLength(2);
  });

  test('is hidden from people who sign in only through a provider', async () => {
    undo.push(setSignInOptions([], 'off'));
    const server = await visit({ [FACTOR]: answer(noFactor) }, student);
    await waitFor(() => expect(server.sentTo(FACTOR)).toHaveLength(1));
    await screen.findByText('Your email address is verified.');
    expect(screen.queryByText('Second factor')).toBeNull();
  });

  test('is shown to them if it is required, because their provider may state none', async () => {
    undo.push(setSignInOptions([], 'off'));
    await visit({ [FACTOR]: answer({ ...noFactor, isRequired: true }) }, student);
    expect(await screen.findByText(/^Your institution requires it for your account/)).toBeTruthy();
  });
});
