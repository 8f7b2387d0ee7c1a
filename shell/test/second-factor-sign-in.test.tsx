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
  type Answers,
} from '@qr-attendance/web-kit/testing';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { SignInLinkPage } from '../src/account/sign-in-link-page.tsx';
import { accountCatalog } from '../src/account/texts/index.ts';
import { LoginPage } from '../src/pages/login-page.tsx';
import { RegisterPage } from '../src/pages/register-page.tsx';
import {
  addAuthenticator,
  asserted,
  creationOptions,
  registered,
  removeAuthenticator,
  requestOptions,
} from './support/authenticator.ts';
import { student, teacher } from './support/people.ts';
import { renderShell } from './support/render-shell.tsx';
import { recoveryCodes, setup } from './support/second-factor.ts';

const LOGIN = callOf(routes.auth.login);
const LINK = callOf(routes.auth.redeemSignInLink);
const REGISTER = callOf(routes.auth.register);
const FINISH = callOf(routes.auth.finishWithSecondFactor);
const START = callOf(routes.auth.startSecondFactorAtSignIn);
const ACTIVATE = callOf(routes.auth.activateSecondFactorAtSignIn);
const REQUEST = callOf(routes.auth.startPasskeyAtSignIn);
const CREATE = callOf(routes.auth.startPasskeySetupAtSignIn);
const ME = callOf(routes.auth.getMe);

const asks = refusal(401, 'Enter a code.', { code: 'second_factor_required' });
const asksForSetup = refusal(401, 'Set up a second factor.', { code: 'second_factor_setup_required' });
const expired = refusal(401, 'That took too long. Sign in again.', { code: 'second_factor_expired' });
const signedIn = { token: 'fresh', ...teacher };

const visit = (answers: Record<string, Answers>, path = '/login', state?: unknown) => {
  installCatalog(accountCatalog);
  const server = fakeApi({ [LOGIN]: asks, [ME]: answer(teacher), ...answers });
  renderShell(
    <Routes>
      <Route path="/login" element={<LoginPage />} />
      <Route path="/register" element={<RegisterPage />} />
      <Route path="/sign-in-link" element={<SignInLinkPage />} />
      <Route path="*" element={<h1>Another page</h1>} />
    </Routes>,
    path,
    state,
  );
  return server;
};
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const arriveAt = (path: string) =>
  waitFor(() => expect(screen.getByLabelText('address').textContent).toBe(path));
const enterPassword = async () => {
  await enterText(await screen.findByLabelText('Email'), 'ada@campus.example');
  await enterText(screen.getByLabelText('Password'), 'correct horse');
  await press('Login');
};
const codeField = () => screen.findByLabelText<HTMLInputElement>('6-digit code');
const enterCode = async (code: string) => userEvent.type(await codeField(), code);

afterEach(() => {
  cleanup();
  removeAuthenticator();
  localStorage.clear();
});

describe('a sign-in with a second factor', () => {
  test('asks for a code after the password, and opens the page that required the sign-in', async () => {
    const server = visit({ [FINISH]: answer(signedIn) }, '/login', { from: '/teacher/courses?term=1' });
    await enterPassword();
    const field = await codeField();
    expect(document.activeElement).toBe(field);
    expect([field.inputMode, field.autocomplete]).toEqual(['numeric', 'one-time-code']);
    await enterCode('123456');
    await arriveAt('/teacher/courses?term=1');
    expect(server.bodiesOf(FINISH)).toEqual([{ code: '123456', remember: false }]);
    expect(localStorage.getItem('token')).toBe('fresh');
  });

  test('keeps a scanned code', async () => {
    const from = '/attendance/K7M29QXB';
    visit({ [FINISH]: answer({ token: 'fresh', ...student }), [ME]: answer(student) }, '/login', { from });
    await enterPassword();
    await enterCode('123456');
    await arriveAt(from);
  });

  test('accepts a pasted code with spaces, and remembers the device', async () => {
    const server = visit({ [FINISH]: answer(signedIn) });
    await enterPassword();
    await userEvent.click(await screen.findByLabelText('Do not ask again on this device for 30 days'));
    await userEvent.click(await codeField());
    await userEvent.paste('123 456');
    await arriveAt('/teacher');
    expect(server.bodiesOf(FINISH)).toEqual([{ code: '123456', remember: true }]);
  });

  test('accepts a recovery code', async () => {
    const server = visit({ [FINISH]: answer(signedIn) });
    await enterPassword();
    await press('Use a recovery code');
    await press('Sign in');
    expect(await screen.findByText('Recovery code is required')).toBeTruthy();
    expect(server.sentTo(FINISH)).toEqual([]);
    await enterText(screen.getByLabelText('Recovery code'), 'abcde-fghij');
    await press('Sign in');
    await arriveAt('/teacher');
    expect(server.bodiesOf(FINISH)).toEqual([{ recoveryCode: 'abcde-fghij', remember: false }]);
  });

  test('shows a wrong code beside the field, which is empty for the next one', async () => {
    const wrong = refusal(400, 'That code is wrong.', { code: 'second_factor_code_wrong' });
    const server = visit({ [FINISH]: [wrong, answer(signedIn)] });
    await enterPassword();
    await enterCode('123456');
    expect((await screen.findByRole('alert')).textContent).toBe('That code is wrong.');
    const field = await codeField();
    expect([field.value, field.getAttribute('aria-invalid')]).toEqual(['', 'true']);
    await enterCode('12345');
    await press('Sign in');
    expect((await screen.findByRole('alert')).textContent).toBe('Enter all 6 digits');
    await enterCode('7');
    await arriveAt('/teacher');
    expect(server.bodiesOf(FINISH)).toMatchObject([{ code: '123456' }, { code: '123457' }]);
  });

  test.each([
    [
      'how long the factor is locked',
      refusal(429, 'Too many', { code: 'second_factor_locked' }, { 'retry-after': '130' }),
      'Too many wrong codes. Try again in 3 minutes. If you did not enter them, somebody knows your password: choose a new one.',
    ],
    [
      'that the server is busy',
      refusal(503, 'Very many people are signing in.'),
      'Very many people are signing in.',
    ],
    ['that nothing was answered', lostConnection, 'This did not work. Try again.'],
  ])('shows %s, and keeps the code', async (_what, refused, text) => {
    visit({ [FINISH]: refused });
    await enterPassword();
    await enterCode('123456');
    expect((await screen.findByRole('alert')).textContent).toBe(text);
    expect((await codeField()).value).toBe('123456');
    expect(localStorage.getItem('token')).toBeNull();
  });

  test('begins again with the password after it has expired', async () => {
    const server = visit({ [FINISH]: expired }, '/login', { from: '/teacher/courses' });
    await enterPassword();
    await enterCode('123456');
    expect((await screen.findByRole('alert')).textContent).toBe('That took too long. Sign in again.');
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@campus.example');
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('');
    server.give(LOGIN, answer(signedIn));
    await enterText(screen.getByLabelText('Password'), 'correct horse');
    await press('Login');
    await arriveAt('/teacher/courses');
  });

  test('leads back to the password', async () => {
    visit({});
    await enterPassword();
    await press('Back to the password');
    expect(await screen.findByLabelText('Password')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('continues after the phone has reloaded the page', async () => {
    const challenge = { code: 'second_factor_required', hasApp: true, hasPasskey: false };
    const state = { from: '/teacher/courses', challenge };
    visit({ [FINISH]: answer(signedIn) }, '/login', state);
    await enterCode('123456');
    await arriveAt('/teacher/courses');
  });

  test('asks for a code after an emailed link', async () => {
    visit({ [LINK]: asks, [FINISH]: answer(signedIn) }, '/sign-in-link#mailed-token');
    await press('Sign in');
    await enterCode('123456');
    await arriveAt('/teacher');
  });
});

describe('a sign-in of somebody with a passkey', () => {
  const asksFor = (has: { hasApp: boolean; hasPasskey: boolean }) =>
    refusal(401, 'Confirm it.', { code: 'second_factor_required', ...has });

  test('asks for the passkey if there is no app, and remembers the device', async () => {
    addAuthenticator('NotAllowedError');
    const server = visit({
      [LOGIN]: asksFor({ hasApp: false, hasPasskey: true }),
      [REQUEST]: answer(requestOptions),
      [FINISH]: answer(signedIn),
    });
    await enterPassword();
    await userEvent.click(await screen.findByLabelText('Do not ask again on this device for 30 days'));
    await press('Use a passkey');
    expect((await screen.findByRole('alert')).textContent).toMatch(/^The passkey was not used/);
    await press('Use a passkey');
    await arriveAt('/teacher');
    expect(server.bodiesOf(FINISH)).toMatchObject([{ passkey: asserted, remember: true }]);
  });

  test('accepts the passkey in place of a code', async () => {
    addAuthenticator();
    const server = visit({
      [LOGIN]: asksFor({ hasApp: true, hasPasskey: true }),
      [REQUEST]: answer(requestOptions),
      [FINISH]: answer(signedIn),
    });
    await enterPassword();
    expect(await codeField()).toBeTruthy();
    await press('Use a passkey');
    await arriveAt('/teacher');
    expect(server.bodiesOf(FINISH)).toMatchObject([{ passkey: asserted, remember: false }]);
  });

  test('sends the same confirmation again if the answer was lost', async () => {
    addAuthenticator();
    const server = visit({
      [LOGIN]: asksFor({ hasApp: false, hasPasskey: true }),
      [REQUEST]: answer(requestOptions),
      [FINISH]: [lostConnection, answer(signedIn)],
    });
    await enterPassword();
    await press('Use a passkey');
    expect(await screen.findByRole('alert')).toBeTruthy();
    await press('Use a passkey');
    await arriveAt('/teacher');
    expect(server.bodiesOf(FINISH)).toMatchObject([{ passkey: asserted }, { passkey: asserted }]);
    expect(server.sentTo(REQUEST)).toHaveLength(1);
  });

  test('offers the recovery codes in a browser without passkeys, and says why', async () => {
    const server = visit({
      [LOGIN]: asksFor({ hasApp: false, hasPasskey: true }),
      [FINISH]: answer(signedIn),
    });
    await enterPassword();
    expect(await screen.findByText(/This browser cannot use your passkey/)).toBeTruthy();
    await userEvent.type(screen.getByLabelText('Recovery code'), 'abcde-fghij');
    await press('Sign in');
    await arriveAt('/teacher');
    expect(server.bodiesOf(FINISH)).toEqual([{ recoveryCode: 'abcde-fghij', remember: false }]);
  });
});

describe('a sign-in by link in a browser in which somebody else is signed in', () => {
  afterEach(() => localStorage.clear());

  test('asks for the code, and then opens the pages of the other person', async () => {
    localStorage.setItem('token', 'stored');
    const me = [answer(student), answer(teacher)];
    visit({ [LINK]: asks, [FINISH]: answer(signedIn), [ME]: me }, '/sign-in-link#mailed-token');
    await press('Sign in');
    await enterCode('123456');
    await arriveAt('/teacher');
  });
});

describe('a sign-in for which the institution requires a second factor', () => {
  test('sets up an app, shows the recovery codes, and then opens the page', async () => {
    const server = visit(
      { [LOGIN]: asksForSetup, [START]: answer(setup), [ACTIVATE]: answer({ ...signedIn, recoveryCodes }) },
      '/login',
      { from: '/teacher/courses' },
    );
    await enterPassword();
    await press('Use an authenticator app');
    const picture = await screen.findByRole('img', { name: 'QR code for the authenticator app' });
    expect(picture.getAttribute('data-qr')).toBe(setup.uri);
    expect(screen.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeTruthy();
    await userEvent.type(screen.getByLabelText('6-digit code that the app shows'), '123456');
    expect(await screen.findByRole('heading', { name: 'Save your recovery codes' })).toBeTruthy();
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(recoveryCodes);
    expect(screen.getByLabelText('address').textContent).toBe('/login');
    await press('I have saved them');
    await arriveAt('/teacher/courses');
    expect(server.bodiesOf(ACTIVATE)).toEqual([{ code: '123456' }]);
  });

  test('sets up a passkey, and shows the recovery codes', async () => {
    addAuthenticator();
    const server = visit({
      [LOGIN]: asksForSetup,
      [CREATE]: answer(creationOptions),
      [ACTIVATE]: answer({ ...signedIn, recoveryCodes }),
    });
    await enterPassword();
    await press('Create a passkey');
    expect(await screen.findByRole('heading', { name: 'Save your recovery codes' })).toBeTruthy();
    await press('I have saved them');
    await arriveAt('/teacher');
    expect(server.bodiesOf(ACTIVATE)).toMatchObject([{ name: 'My passkey', newPasskey: registered }]);
  });

  test('follows a registration', async () => {
    const server = visit({ [REGISTER]: asksForSetup, [START]: expired }, '/register');
    await userEvent.click(screen.getByLabelText('Teacher'));
    for (const [label, text] of Object.entries({
      'Full Name': 'Ada Lovelace',
      Email: 'ada@campus.example',
      Password: 'correct horse',
      'Confirm Password': 'correct horse',
      'Employee ID': 'E1',
    })) {
      await userEvent.click(screen.getByLabelText(label));
      await userEvent.paste(text);
    }
    await userEvent.click(screen.getByLabelText('Department'));
    await userEvent.click(await screen.findByTitle('Computer Science'));
    await press('Register');
    await press('Use an authenticator app');
    expect((await screen.findByRole('alert')).textContent).toBe('That took too long. Sign in again.');
    expect(screen.getByLabelText('Password')).toBeTruthy();
    expect(server.sentTo(REGISTER)).toHaveLength(1);
  });
});
