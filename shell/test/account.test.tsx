import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { DISGUISED_NAME } from '@qr-attendance/contracts';
import { chooseLanguage, installCatalog } from '@qr-attendance/web-kit';
import { Route, Routes } from 'react-router';
import { AccountCheckPage } from '../src/account/account-check-page.tsx';
import { AccountPage } from '../src/account/account-page.tsx';
import { FinishRegistrationPage } from '../src/account/finish-registration-page.tsx';
import { ForgotPasswordPage } from '../src/account/forgot-password-page.tsx';
import { UnsubscribePage } from '../src/account/unsubscribe-page.tsx';
import { VerifyEmailPage } from '../src/account/verify-email-page.tsx';
import { ResetPasswordPage } from '../src/account/reset-password-page.tsx';
import { RequireSignedIn } from '../src/guards/guards.tsx';
import { accountCatalog } from '../src/account/texts/index.ts';
import { LoginPage } from '../src/pages/login-page.tsx';
import {
  answer,
  enterText,
  fakeApi,
  refusal,
  setSignInOptions,
  type Answer,
} from '@qr-attendance/web-kit/testing';
import { admin, student } from './support/people.ts';
import { renderShell } from './support/render-shell.tsx';
import { FACTOR, noFactor } from './support/second-factor.ts';

const ME = 'GET /api/auth/me';
const FORGOT = 'POST /api/auth/forgot-password';
const OPEN = 'POST /api/auth/registration-link/open';
const FINISH = 'POST /api/auth/registration-link/finish';
const RESET = 'POST /api/auth/reset-password';
const CHANGE = 'POST /api/auth/change-password';
const EVERYWHERE = 'POST /api/auth/sign-out-everywhere';
const ERASE = 'POST /api/auth/erase-me';
const ADDRESS = 'GET /api/auth/email-address';
const SEND_LINK = 'POST /api/auth/email-address/link';
const VERIFY = 'POST /api/auth/email-address/verify';
const CHANGE_ADDRESS = 'POST /api/auth/email-address/change';
const KEEP_ADDRESS = 'DELETE /api/auth/email-address/change';
const CHECK = 'GET /api/auth/account-check';
const DROP = 'POST /api/auth/account-check';
const CONFIRM = 'POST /api/auth/confirm-password';
const RENEW = 'POST /api/auth/refresh';
const REVOKE = 'POST /api/auth/refresh/revoke';
const done = answer(undefined, 204);
const email = 'grace@campus.example';
const NOTICES = 'GET /api/auth/notices';
const IDENTITIES = 'GET /api/auth/identities';
const PROVIDERS = 'GET /api/auth/providers';
const notices = [
  { kind: 'status_changed', on: true },
  { kind: 'class_canceled', on: false },
];
const verified = { email, verified: true, newEmail: null };

const visit = (path: string, answers: Record<string, Answer | Answer[]>) => {
  installCatalog(accountCatalog);
  const server = fakeApi({ [REVOKE]: done, ...answers });
  renderShell(
    <Routes>
      <Route path="/login" element={<LoginPage />} />
      <Route path="/finish-registration" element={<FinishRegistrationPage />} />
      <Route path="/student" element={<p>The student's dashboard</p>} />
      <Route path="/forgot-password" element={<ForgotPasswordPage />} />
      <Route path="/reset-password" element={<ResetPasswordPage />} />
      <Route path="/verify-email" element={<VerifyEmailPage />} />
      <Route path="/unsubscribe" element={<UnsubscribePage />} />
      <Route
        path="/account/check"
        element={
          <RequireSignedIn>
            <AccountCheckPage />
          </RequireSignedIn>
        }
      />
      <Route
        path="/account"
        element={
          <RequireSignedIn>
            <AccountPage />
          </RequireSignedIn>
        }
      />
    </Routes>,
    path,
  );
  return server;
};
const visitAccount = async (answers: Record<string, Answer>, me: object = student) => {
  localStorage.setItem('token', 'stored');
  const server = visit('/account', {
    [ME]: answer(me),
    [ADDRESS]: answer(verified),
    [NOTICES]: answer(notices),
    [IDENTITIES]: answer([]),
    [PROVIDERS]: answer([]),
    [FACTOR]: answer(noFactor),
    ...answers,
  });
  await screen.findByRole('heading', { level: 1, name: 'My account' });
  return server;
};
const fill = async (fields: Record<string, string>) => {
  for (const [label, text] of Object.entries(fields)) {
    await userEvent.clear(screen.getByLabelText(label));
    await userEvent.paste(text);
  }
};
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const arriveAt = (path: string) =>
  waitFor(() => expect(screen.getByLabelText('address').textContent).toBe(path));

const undo: (() => Promise<void>)[] = [];
afterEach(async () => {
  cleanup();
  localStorage.clear();
  for (const step of undo.splice(0)) await step();
});

describe('a forgotten password', () => {
  test('shows the same message for every address, with a link back to the sign-in', async () => {
    const server = visit('/forgot-password', { [FORGOT]: done });
    await fill({ Email: 'grace@campus.example' });
    await press('Send the link');
    expect(await screen.findByText(/^If there is an account with this address/)).toBeTruthy();
    expect(server.bodiesOf(FORGOT)).toEqual([{ email: 'grace@campus.example' }]);
    await userEvent.click(screen.getByRole('link', { name: 'Back to sign in' }));
    await arriveAt('/login');
  });

  test('is replaced by an emailed link, whose token is removed from the address bar', async () => {
    const server = visit('/reset-password#mailed-token', { [RESET]: done });
    await arriveAt('/reset-password');
    await fill({ 'New password': 'a new horse', 'Confirm new password': 'a new horse' });
    await press('Save the password');
    await arriveAt('/login');
    expect(screen.getByText('Password changed. Sign in with your new password.')).toBeTruthy();
    expect(server.bodiesOf(RESET)).toEqual([{ token: 'mailed-token', password: 'a new horse' }]);
  });

  test('cannot be replaced without the link', async () => {
    visit('/reset-password', {});
    expect(await screen.findByText(/To open this page, use the link in the email/)).toBeTruthy();
    expect(screen.queryByLabelText('New password')).toBeNull();
    expect(screen.getByRole('link', { name: 'Send a new link' }).getAttribute('href')).toBe(
      '/forgot-password',
    );
  });

  test('is not replaced by a common password or with a used link', async () => {
    const tooCommon = refusal(400, 'This password is too common.', { code: 'password_too_common' });
    const server = visit('/reset-password#mailed-token', { [RESET]: tooCommon });
    await fill({ 'New password': 'password123', 'Confirm new password': 'password123' });
    await press('Save the password');
    await screen.findByText('This password is too common.');
    expect(screen.queryByRole('alert', { name: /Save/ })).toBeNull();
    expect(screen.getByLabelText('New password').getAttribute('aria-invalid')).toBe('true');

    server.give(
      RESET,
      refusal(400, 'This link was already used or has expired.', { code: 'reset_link_invalid' }),
    );
    await press('Save the password');
    expect(await screen.findByText('This link was already used or has expired.')).toBeTruthy();
  });

  test('is replaced only if both entries match', async () => {
    const server = visit('/reset-password#mailed-token', { [RESET]: done });
    await fill({ 'New password': 'a new horse', 'Confirm new password': 'an old horse' });
    await press('Save the password');
    expect(await screen.findByText('Passwords do not match')).toBeTruthy();
    expect(server.bodiesOf(RESET)).toEqual([]);
  });
});

describe('finishing the registration', () => {
  const grace = {
    ...student.user,
    usn: 'U7',
    mayCorrectName: false,
  };

  test('shows the data from the institution, asks for the rest, and signs in', async () => {
    const server = visit('/finish-registration#mailed-token', {
      [OPEN]: answer({ ...grace, department: 'Physics', semester: 3 }),
      [FINISH]: answer({ token: 'new', ...student }, 201),
      [ME]: answer(student),
    });
    expect(await screen.findByText('Grace Hopper')).toBeTruthy();
    expect(screen.getByText('Physics')).toBeTruthy();
    expect(screen.queryByLabelText('USN')).toBeNull();
    await fill({
      'Registration Number': 'R7',
      'New password': 'a new horse',
      'Confirm new password': 'a new horse',
    });
    await press('Register');
    await arriveAt('/student');
    expect(server.bodiesOf(FINISH)).toEqual([
      { token: 'mailed-token', password: 'a new horse', regNo: 'R7', refuseTakenNumbers: true },
    ]);
  });

  test('warns about a number that somebody else has, and registers with it when submitted again', async () => {
    const server = visit('/finish-registration#mailed-token', {
      [OPEN]: answer({ ...grace, department: 'Physics', semester: 3 }),
      [FINISH]: refusal(409, 'Somebody here already has this number.', {
        code: 'number_taken',
        numbers: ['regNo'],
      }),
      [ME]: answer(student),
    });
    await screen.findByText('Grace Hopper');
    await fill({
      'Registration Number': 'R7',
      'New password': 'a new horse',
      'Confirm new password': 'a new horse',
    });
    await press('Register');
    expect(await screen.findByText('Somebody here already has this Registration Number')).toBeTruthy();
    expect(screen.getByRole('alert').textContent).toMatch(/press Register again/);
    server.give(FINISH, answer({ token: 'new', ...student }, 201));
    await press('Register');
    await arriveAt('/student');
    const [first, second] = server.bodiesOf(FINISH);
    expect(first).toMatchObject({ regNo: 'R7', refuseTakenNumbers: true });
    expect(second).toEqual({ token: 'mailed-token', password: 'a new horse', regNo: 'R7' });
  });

  test('lets users correct a name that a teacher typed', async () => {
    visit('/finish-registration#mailed-token', { [OPEN]: answer({ ...grace, mayCorrectName: true }) });
    const name = await screen.findByLabelText<HTMLInputElement>('Full Name');
    expect(name.value).toBe('Grace Hopper');
  });

  test('shows that the link is used up or missing', async () => {
    visit('/finish-registration#mailed-token', {
      [OPEN]: refusal(400, 'This link was already used or has expired.', {
        code: 'registration_link_invalid',
      }),
    });
    expect(await screen.findByText('This link was already used or has expired.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Register' })).toBeNull();
    cleanup();
    visit('/finish-registration', {});
    expect(await screen.findByText(/^To open this page, use the link in the email/)).toBeTruthy();
  });
});

describe('my account', () => {
  test('shows the user’s data', async () => {
    await visitAccount({});
    expect(screen.getByText(email)).toBeTruthy();
    expect(screen.getByText('Grace Hopper')).toBeTruthy();
  });

  test('changes the password and keeps this browser signed in', async () => {
    const server = await visitAccount({ [CHANGE]: answer({ token: 'fresh' }) });
    await fill({
      'Current password': 'an old horse',
      'New password': 'a new horse',
      'Confirm new password': 'a new horse',
    });
    await press('Change password');
    expect(await screen.findByText(/Password changed/)).toBeTruthy();
    expect(server.bodiesOf(CHANGE)).toEqual([
      { currentPassword: 'an old horse', newPassword: 'a new horse' },
    ]);
    expect(localStorage.getItem('token')).toBe('fresh');
    expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('');
  });

  test('shows a wrong current password beside the field', async () => {
    await visitAccount({
      [CHANGE]: refusal(400, 'This is not your current password.', { code: 'wrong_password' }),
    });
    await fill({
      'Current password': 'a wrong horse',
      'New password': 'a new horse',
      'Confirm new password': 'a new horse',
    });
    await press('Change password');
    await screen.findByText('This is not your current password.');
    expect(screen.getByLabelText('Current password').getAttribute('aria-invalid')).toBe('true');
    expect(localStorage.getItem('token')).toBe('stored');
  });

  test('signs out everywhere, including this browser', async () => {
    const server = await visitAccount({ [EVERYWHERE]: done });
    await press('Sign out on all devices');
    await arriveAt('/login');
    expect(screen.getByText('You are signed out on all devices.')).toBeTruthy();
    expect(localStorage.getItem('token')).toBeNull();
    expect(server.bodiesOf(EVERYWHERE)).toHaveLength(1);
  });

  test('deletes the account only with the password and a typed word', async () => {
    const server = await visitAccount({ [ERASE]: done });
    expect(screen.getByText(/Anonymous counts are kept/)).toBeTruthy();
    await press('Delete my account…');
    const form = within(screen.getByRole('form', { name: 'Delete my account' }));
    await enterText(form.getByLabelText('Password'), 'correct horse');
    await userEvent.type(form.getByLabelText('To confirm, type DELETE'), 'yes');
    await press('Delete permanently');
    expect(await screen.findByText('Type DELETE')).toBeTruthy();
    expect(server.bodiesOf(ERASE)).toEqual([]);
    await fill({ 'To confirm, type DELETE': 'delete' });
    await press('Delete permanently');
    await arriveAt('/login');
    expect(screen.getByText('Your account is deleted.')).toBeTruthy();
    expect(server.bodiesOf(ERASE)).toEqual([{ password: 'correct horse' }]);
    expect(localStorage.getItem('token')).toBeNull();
  });

  test('does not delete the account after Cancel, even if the request waited for a new token', async () => {
    const server = await visitAccount({ [RENEW]: answer({ token: 'next' }) });
    let release: (() => void) | undefined;
    server.give(ERASE, () => {
      if (release) return done;
      release = server.hold();
      return refusal(401);
    });
    const erase = async (password: string) => {
      await press('Delete my account…');
      const form = within(screen.getByRole('form', { name: 'Delete my account' }));
      await enterText(form.getByLabelText('Password'), password);
      await userEvent.type(form.getByLabelText('To confirm, type DELETE'), 'delete');
      await press('Delete permanently');
    };
    await erase('first');
    await waitFor(() => expect(server.sentTo(RENEW)).toHaveLength(1));
    await press('Keep my account');
    release?.();
    await waitFor(() => expect(localStorage.getItem('token')).toBe('next'));
    await erase('second');
    await arriveAt('/login');
    expect(server.bodiesOf(ERASE)).toEqual([{ password: 'first' }, { password: 'second' }]);
  });

  test('lets only another administrator delete an administrator', async () => {
    await visitAccount({}, admin);
    expect(screen.getByText(/Only another administrator can delete your account/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Delete/ })).toBeNull();
  });
});

describe('my email address', () => {
  test('is shown as verified', async () => {
    await visitAccount({});
    expect(await screen.findByText('Your email address is verified.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Send the link again' })).toBeNull();
  });

  test('can get its verification link resent until the limit is reached', async () => {
    const server = await visitAccount({
      [ADDRESS]: answer({ ...verified, verified: false }),
      [SEND_LINK]: done,
    });
    await screen.findByText(/is not verified yet/);
    await press('Send the link again');
    expect(
      await screen.findByText(`We sent a link to ${email}. Check your inbox and spam folder.`),
    ).toBeTruthy();
    server.give(SEND_LINK, refusal(429, 'We have sent several links already.', { code: 'too_many_links' }));
    await press('Send the link again');
    expect(await screen.findByText('We have sent several links already.')).toBeTruthy();
  });

  test('says where the link is if emails are files on this machine', async () => {
    const removeOptions = setSignInOptions([], 'shown', '.data/mails');
    try {
      await visitAccount({ [ADDRESS]: answer({ ...verified, verified: false }), [SEND_LINK]: done });
      const where = /files in the folder \.data\/mails of the computer or container that runs it/;
      expect((await screen.findByText(/is not verified yet/)).textContent).toMatch(where);
      await press('Send the link again');
      const sent = await screen.findByText(/^We sent a link to/);
      expect(sent.textContent).toMatch(where);
      expect(sent.textContent).not.toContain('inbox');
    } finally {
      removeOptions();
    }
  });

  test('can be changed with the password, and stays in use until the new address is verified', async () => {
    const newEmail = 'hopper@campus.example';
    const server = await visitAccount({
      [CHANGE_ADDRESS]: refusal(400, 'This is not your current password.', { code: 'wrong_password' }),
      [KEEP_ADDRESS]: answer(verified),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Change email address' }));
    const form = within(screen.getByRole('form', { name: 'Change email address' }));
    await enterText(form.getByLabelText('New email address'), newEmail);
    await enterText(form.getByLabelText('Current password'), 'correct horse');
    await press('Send a link to the new address');
    await screen.findByText('This is not your current password.');
    server.give(CHANGE_ADDRESS, answer({ ...verified, newEmail }));
    await press('Send a link to the new address');
    await screen.findByText(
      `We sent a link to ${newEmail}. Check your inbox and spam folder. Until you open it, your email address stays as it is.`,
    );
    expect(server.bodiesOf(CHANGE_ADDRESS).at(-1)).toEqual({ email: newEmail, password: 'correct horse' });
    await press('Keep my current address');
    expect(await screen.findByText('Your email address is verified.')).toBeTruthy();
  });

  test('verifies the address with a button after the emailed link was opened, and removes the token from the address bar', async () => {
    const server = visit('/verify-email#mailed-token', {
      [VERIFY]: refusal(400, 'This link is no longer valid.', { code: 'verification_link_invalid' }),
    });
    await arriveAt('/verify-email');
    expect(server.bodiesOf(VERIFY)).toEqual([]);
    await press('Verify my email address');
    await screen.findByText('This link is no longer valid.');
    server.give(VERIFY, done);
    // The loading icon may still be fading out.
    await userEvent.click(screen.getByRole('button', { name: /Verify my email address$/ }));
    expect(await screen.findByText('Your email address is verified.')).toBeTruthy();
    expect(server.bodiesOf(VERIFY).at(-1)).toEqual({ token: 'mailed-token' });
  });
});

describe('attendance emails', () => {
  const SWITCH = 'PUT /api/auth/notices/status_changed';
  const STOP = 'POST /api/auth/notices/unsubscribe';

  test('can be switched off one by one, and stay on if that fails', async () => {
    const server = await visitAccount({ [SWITCH]: refusal(503, 'Please try again.', { code: 'try_again' }) });
    const corrections = await screen.findByRole('checkbox', { name: /^My teacher sets or corrects/ });
    expect(screen.getByRole('checkbox', { name: /^A class is canceled/, checked: false })).toBeTruthy();
    await userEvent.click(corrections);
    await screen.findByText(/^Please try again/);
    expect(
      screen.getByRole('checkbox', { name: /^My teacher sets or corrects/, checked: true }),
    ).toBeTruthy();
    server.give(SWITCH, answer([{ kind: 'status_changed', on: false }]));
    await userEvent.click(corrections);
    await screen.findByRole('checkbox', { name: /^My teacher sets or corrects/, checked: false });
    expect(server.bodiesOf(SWITCH).at(-1)).toEqual({ on: false });
  });

  test('can be stopped from a link in an email without signing in', async () => {
    const server = visit('/unsubscribe#mailed-token', { [STOP]: done });
    await arriveAt('/unsubscribe');
    expect(server.bodiesOf(STOP)).toEqual([]);
    await press('Stop these emails');
    expect(await screen.findByText(/^You no longer get emails about attendance/)).toBeTruthy();
    expect(server.bodiesOf(STOP)).toHaveLength(1);
  });
});

describe('an emailed link opened in another browser', () => {
  const elsewhere = (mayChoosePassword: boolean) =>
    refusal(403, 'Requested in another browser.', { code: 'verification_elsewhere', mayChoosePassword });
  const open = async (mayChoosePassword: boolean) => {
    const server = visit('/verify-email#mailed-token', { [VERIFY]: elsewhere(mayChoosePassword) });
    await press('Verify my email address');
    await screen.findByText(/^This link was requested in another browser/);
    return server;
  };

  test('verifies the address with the password of the account', async () => {
    const server = await open(false);
    expect(screen.queryByRole('button', { name: 'I do not know the password' })).toBeNull();
    server.give(VERIFY, done);
    await userEvent.type(screen.getByLabelText('Password'), 'secret');
    await userEvent.click(screen.getByRole('button', { name: /Verify my email address$/ }));
    expect(await screen.findByText('Your email address is verified.')).toBeTruthy();
    expect(server.bodiesOf(VERIFY).at(-1)).toEqual({ token: 'mailed-token', password: 'secret' });
  });

  test('lets the user set a new password, and then shows the account check', async () => {
    const server = await open(true);
    await press('I do not know the password');
    server.give(VERIFY, done);
    await enterText(await screen.findByLabelText('New password'), 'a long walk home');
    await enterText(screen.getByLabelText('Confirm new password'), 'a long walk home');
    await press('Choose this password');
    await arriveAt('/login');
    expect(server.bodiesOf(VERIFY).at(-1)).toEqual({
      token: 'mailed-token',
      newPassword: 'a long walk home',
    });
  });
});

describe('the account check after a password reset', () => {
  const device = {
    deviceId: '0d6b8f0e-8f4e-4c4e-9a55-1f2f3d4c5b6a',
    deviceName: 'Mallory’s phone',
    lastUsed: null,
    countsFrom: '2026-09-14T09:00:00.000Z',
    hasKey: true,
  };
  const found = { name: 'Mallory', mayCorrectName: true, devices: [device], passkeys: [], hasPin: true };
  const visitCheck = (answers: Record<string, Answer | Answer[]>) => {
    localStorage.setItem('token', 'stored');
    return visit('/account/check', { [ME]: answer(student), ...answers });
  };

  test('removes only what the user selects, with nothing selected by default', async () => {
    const left = { ...found, devices: [], hasPin: false };
    const server = visitCheck({ [CHECK]: answer(found), [DROP]: answer(left) });
    await userEvent.click(await screen.findByLabelText('Mallory’s phone, not used yet'));
    await userEvent.click(screen.getByLabelText(/^Attendance PIN/));
    await press('Remove selected');
    expect(await screen.findByText(/^No devices, passkeys or PIN/)).toBeTruthy();
    expect(server.bodiesOf(DROP)).toEqual([{ devices: [device.deviceId], passkeys: [], pin: true }]);
    expect(screen.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe('/student');
  });

  test('asks for the password again if the page was open for long, and then continues the removal', async () => {
    const server = visitCheck({
      [CHECK]: answer(found),
      [DROP]: [
        refusal(403, 'Confirm it.', { code: 'fresh_proof_required' }),
        answer({ ...found, devices: [] }),
      ],
      [CONFIRM]: [
        refusal(400, 'This is not your current password.', { code: 'wrong_password' }),
        answer({ token: 'proven', freshUntil: '2026-09-14T09:10:00.000Z' }),
      ],
    });
    await userEvent.click(await screen.findByLabelText('Mallory’s phone, not used yet'));
    await press('Remove selected');
    const password = await screen.findByLabelText('Password');
    await enterText(password, 'a guess');
    await press('Continue');
    expect(await screen.findByText('This is not your current password.')).toBeTruthy();
    await userEvent.clear(password);
    await enterText(password, 'a long walk home');
    await press('Continue');
    await waitFor(() => expect(screen.queryByLabelText('Mallory’s phone, not used yet')).toBeNull());
    expect(screen.queryByLabelText('Password')).toBeNull();
    expect(server.bodiesOf(CONFIRM)).toEqual([{ password: 'a guess' }, { password: 'a long walk home' }]);
    expect(server.bodiesOf(DROP)[1]).toEqual({ devices: [device.deviceId], passkeys: [], pin: false });
  });

  test('shows in the user’s language that a name contains invisible characters', async () => {
    await act(() => chooseLanguage('de'));
    undo.push(() => chooseLanguage('en'));
    visitCheck({
      [CHECK]: answer(found),
      [DROP]: refusal(400, 'Check the form.', { fields: { name: DISGUISED_NAME } }),
    });
    await userEvent.type(await screen.findByLabelText('Name'), 'x');
    await press('Namen speichern');
    expect(await screen.findByText(/darf keine unsichtbaren Zeichen enthalten/)).toBeTruthy();
  });

  test('lets the user correct a name that someone else entered', async () => {
    const server = visitCheck({
      [CHECK]: answer(found),
      [DROP]: answer({ ...found, name: 'Grace Hopper', mayCorrectName: false }),
    });
    expect(await screen.findByRole('button', { name: 'Remove selected' })).toHaveProperty('disabled', true);
    await fill({ Name: 'Grace Hopper' });
    await press('Save the name');
    await waitFor(() => expect(screen.queryByLabelText('Name')).toBeNull());
    expect(server.bodiesOf(DROP)).toEqual([{ name: 'Grace Hopper' }]);
  });
});

describe('the data export', () => {
  const part = (service: string) =>
    answer({ service, exportedAt: '2026-09-14T09:00:00.000Z', records: { notes: [{ of: service }] } });
  const parts = {
    'GET /api/auth/my-data': part('auth'),
    'GET /api/courses/my-data': part('course'),
    'GET /api/sessions/my-data': part('session'),
    'GET /api/attendance/my-data': part('attendance'),
  };
  const saved: { name: string; content: Blob }[] = [];
  beforeEach(() => {
    saved.length = 0;
    const contents: Blob[] = [];
    URL.createObjectURL = (content) => `blob:${contents.push(content as Blob) - 1}`;
    URL.revokeObjectURL = () => {};
    HTMLAnchorElement.prototype.click = function download() {
      const content = contents[Number(this.href.slice('blob:'.length))];
      if (content) saved.push({ name: this.download, content });
    };
  });
  const read = async () => {
    let text = '';
    const reader = new FileReader();
    reader.onload = () => (text = String(reader.result));
    reader.readAsText(saved[0]!.content);
    await waitFor(() => expect(text).not.toBe(''));
    return JSON.parse(text) as { missing: string[]; services: { service: string }[] };
  };

  test('combines the data of all services in one file', async () => {
    await visitAccount(parts);
    await press('Download my data');
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(saved[0]!.name).toMatch(/^my-data-\d{4}-\d\d-\d\d\.json$/);
    const { missing, services } = await read();
    expect(missing).toEqual([]);
    expect(services.map(({ service }) => service)).toEqual(['attendance', 'auth', 'course', 'session']);
  });

  test('stops if the user does not confirm it', async () => {
    const notFresh = refusal(403, 'Confirm it.', { code: 'fresh_proof_required' });
    const server = await visitAccount({ ...parts, 'GET /api/auth/my-data': notFresh });
    await press('Download my data');
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('Nothing was changed, because you did not confirm it.')).toBeTruthy();
    expect(server.sentTo('GET /api/courses/my-data')).toEqual([]);
    expect(saved).toEqual([]);
  });

  test('omits an unavailable service only on request', async () => {
    const away = refusal(503, 'Try again in a moment.');
    await visitAccount({ ...parts, 'GET /api/attendance/my-data': away });
    await press('Download my data');
    expect(await screen.findByText(/Unavailable right now: your attendance/)).toBeTruthy();
    expect(saved).toEqual([]);
    await press('Save the rest');
    const { missing, services } = await read();
    expect(missing).toEqual(['attendance']);
    expect(services).toHaveLength(3);
  });
});
