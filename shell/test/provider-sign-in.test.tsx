import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { routes } from '@qr-attendance/contracts';
import { answer, callOf, enterText, lostConnection, refusal } from '@qr-attendance/web-kit/testing';
import { simulateSecureContext } from '@qr-attendance/web-kit/testing/secure-browser';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { lastChoice, PASSWORD } from '../src/sign-in/last-choice.ts';
import { student } from './support/people.ts';
import { arriveAt, example, press, providerOf, providerPages, PROVIDERS } from './support/provider-pages.tsx';

const LOGIN = callOf(routes.auth.login);
const KEEP = callOf(routes.session.scanAnonymously);
const LOGOUT = callOf(routes.auth.logout);
const CODE = 'K7M29QXB';
const from = `/attendance/${CODE}`;

const { visit, opened, start, end } = providerPages();
beforeEach(() => {
  simulateSecureContext();
  start();
});
afterEach(end);

const signInByPassword = async () => {
  await enterText(await screen.findByLabelText('Email'), 'grace@campus.example');
  await enterText(screen.getByLabelText('Password'), 'correct horse');
  await press('Login');
};

describe('the sign-in page with identity providers', () => {
  test('shows the provider first, and the password after a button press', async () => {
    const server = visit('/login');
    await screen.findByRole('button', { name: 'Sign in with Example University' });
    expect(screen.queryByLabelText('Password')).toBeNull();
    expect(server.sent).toEqual([]);
    await press('Use a password');
    expect(document.activeElement).toBe(screen.getByLabelText('Email'));
    screen.getByRole('button', { name: 'Sign in with Example University' });
  });

  test('shows the password below the provider, unless it is behind a link', async () => {
    visit('/login', {}, { passwords: 'shown' });
    await screen.findByRole('button', { name: 'Sign in with Example University' });
    screen.getByLabelText('Password');
    expect(document.activeElement).not.toBe(screen.getByLabelText('Email'));
    screen.getByRole('link', { name: 'No account yet? Register' });
    expect(screen.queryByRole('button', { name: 'Use a password' })).toBeNull();
  });

  test('offers a password to administrators only, and no registration, if passwords are switched off', async () => {
    const refused = refusal(403, 'Sign in through your institution.', { code: 'password_sign_in_off' });
    visit('/login', { [LOGIN]: refused }, { passwords: 'off' });
    await screen.findByRole('button', { name: 'Sign in with Example University' });
    expect(screen.queryByRole('link', { name: 'No account yet? Register' })).toBeNull();
    await press('Administrators');
    await signInByPassword();
    expect((await screen.findByRole('alert')).textContent).toBe('Sign in through your institution.');
  });

  test('is unchanged without providers, and does not request them', () => {
    const server = visit('/login', {}, { providers: [] });
    screen.getByLabelText('Password');
    expect(screen.queryByRole('button', { name: /Sign in with|Use a password/ })).toBeNull();
    expect(server.sent).toEqual([]);
  });

  test('opens the provider once for a double press, and returns to the requested page', async () => {
    const server = visit('/login', {}, { state: { from: '/student/courses?term=1' } });
    const button = await screen.findByRole('button', { name: 'Sign in with Example University' });
    await userEvent.dblClick(button);
    await waitFor(() => expect(opened).toHaveLength(1));
    expect(opened).toEqual([`${example.startUrl}?returnTo=%2Fstudent%2Fcourses%3Fterm%3D1`]);
    expect(button.getAttribute('aria-busy')).toBe('true');
    expect(server.sentTo(PROVIDERS)).toHaveLength(1);
  });

  test('opens the provider again after the browser has restored the page', async () => {
    visit('/login');
    const button = await screen.findByRole('button', { name: 'Sign in with Example University' });
    await userEvent.click(button);
    await waitFor(() => expect(opened).toHaveLength(1));
    act(() => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })));
    expect(button.getAttribute('aria-busy')).not.toBe('true');
    await userEvent.click(button);
    await waitFor(() => expect(opened).toHaveLength(2));
  });

  test('saves a scanned code before it opens the provider', async () => {
    const server = visit('/login', {}, { state: { from } });
    const release = server.hold();
    server.give(KEEP, answer({ scan: 'scan-token', expiresAt: '2999-01-01T00:00:00.000Z' }, 201));
    await press('Sign in with Example University');
    expect(opened).toEqual([]);
    release();
    await waitFor(() => expect(opened).toEqual([`${example.startUrl}?returnTo=${encodeURIComponent(from)}`]));
    expect(sessionStorage.getItem(`scan-before-sign-in:${CODE}`)).toContain('scan-token');
    expect(server.sentTo(KEEP)).toHaveLength(1);
  });

  test('opens the provider even if a scanned code is rejected', async () => {
    visit(
      '/login',
      { [KEEP]: refusal(404, 'Invalid QR code or session not found', { code: 'invalid_code' }) },
      { state: { from } },
    );
    await press('Sign in with Example University');
    await waitFor(() => expect(opened).toHaveLength(1));
  });

  test('stays open if the server does not respond, and opens the provider at the next press', async () => {
    const server = visit('/login', { [PROVIDERS]: lostConnection });
    await press('Sign in with Example University');
    expect((await screen.findByRole('alert')).textContent).toBe('Example University could not be opened');
    expect(opened).toEqual([]);
    server.give(PROVIDERS, answer([example]));
    await press('Sign in with Example University');
    await waitFor(() => expect(opened).toEqual([example.startUrl]));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('shows that a provider was removed in the meantime', async () => {
    visit('/login', { [PROVIDERS]: answer([]) });
    await press('Sign in with Example University');
    await screen.findByText(/^This way to sign in does not exist any more/);
    expect(opened).toEqual([]);
  });

  test('does not open the provider after the user has opened another page', async () => {
    const server = visit('/login');
    const release = server.hold();
    await press('Sign in with Example University');
    await userEvent.click(screen.getByRole('link', { name: 'No account yet? Register' }));
    release();
    await arriveAt('/register');
    await waitFor(() => expect(server.sentTo(PROVIDERS)).toHaveLength(1));
    expect(opened).toEqual([]);
  });

  test('completes a pending sign-out before it opens the provider, and stays open if that fails', async () => {
    localStorage.setItem('sign-out-pending', '2026-09-14T09:00:00.000Z');
    const server = visit('/login', { [LOGOUT]: answer(null, 503) });
    await press('Sign in with Example University');
    await screen.findByText('Example University could not be opened');
    server.give(LOGOUT, answer(undefined, 204));
    await press('Sign in with Example University');
    await waitFor(() => expect(opened).toHaveLength(1));
    expect(localStorage.getItem('sign-out-pending')).toBeNull();
  });

  test('shows the last used provider first, or the password if it was used last', async () => {
    const second = providerOf('second', 'Second College');
    lastChoice.set('second');
    visit('/login', {}, { providers: [example, second] });
    const buttons = await screen.findAllByRole('button', { name: /^Sign in with/ });
    expect(buttons.map(({ textContent }) => textContent)).toEqual([
      'Sign in with Second College',
      'Sign in with Example University',
    ]);
    cleanup();
    lastChoice.set(PASSWORD);
    visit('/login', { [LOGIN]: answer({ token: 'fresh', ...student }) });
    expect(await screen.findByLabelText('Password')).toBeTruthy();
  });

  test('stores that a password was used last', async () => {
    visit('/login', { [LOGIN]: answer({ token: 'fresh', ...student }) });
    await press('Use a password');
    await signInByPassword();
    await arriveAt('/student');
    expect(lastChoice.get()).toBe(PASSWORD);
  });

  test('offers a search for more than five providers', async () => {
    const providers = ['North', 'South', 'East', 'West', 'Upper', 'Lower'].map((name) =>
      providerOf(name.toLowerCase(), `${name} College`),
    );
    visit('/login', {}, { providers });
    const search = await screen.findByLabelText('Find your institution');
    expect(screen.queryByRole('button', { name: /^Sign in with/ })).toBeNull();
    await userEvent.type(search, 'sou');
    expect(screen.getAllByRole('button', { name: /^Sign in with/ })).toHaveLength(1);
    await userEvent.type(search, '{Enter}');
    await waitFor(() => expect(opened).toEqual([providers[1]?.startUrl]));
    expect(lastChoice.get()).toBe('south');
    await userEvent.clear(search);
    await userEvent.type(search, 'nowhere');
    expect(await screen.findByText('No institution has this in its name.')).toBeTruthy();
  });
});

describe('an error from a provider', () => {
  test.each([
    ['provider_denied', /^You canceled, or Example University does not let you/],
    ['provider_unavailable', /^No answer from Example University/],
    ['provider_busy', /^Very many people are signing in with Example University/],
    ['account_exists', /^You already have an account here\. Sign in with your password once/],
    ['from_a_newer_release', /^Signing in did not work/],
  ])('%s is explained, and the requested page is kept', async (code, text) => {
    visit(`/login#error=${code}&provider=example&returnTo=${encodeURIComponent(from)}`, {
      [LOGIN]: answer({ token: 'fresh', ...student }),
      [KEEP]: answer({ scan: 'scan-token', expiresAt: '2999-01-01T00:00:00.000Z' }, 201),
    });
    expect(await screen.findByText(text)).toBeTruthy();
    await waitFor(() => expect(screen.getByLabelText('address').textContent).toBe('/login'));
    await press('Sign in with Example University');
    await waitFor(() => expect(opened).toEqual([`${example.startUrl}?returnTo=${encodeURIComponent(from)}`]));
    await press('Use a password');
    await signInByPassword();
    await arriveAt(from);
    expect(screen.queryByText(text)).toBeNull();
  });

  test('that names no page keeps the requested page', async () => {
    const scan = { [KEEP]: answer({ scan: 'scan-token', expiresAt: '2999-01-01T00:00:00.000Z' }, 201) };
    visit('/login', scan, { state: { from } });
    await press('Sign in with Example University');
    await waitFor(() => expect(opened).toHaveLength(1));
    cleanup();
    visit('/login#error=provider_busy&provider=example', scan);
    await press('Sign in with Example University');
    await waitFor(() => expect(opened).toHaveLength(2));
    expect(opened[1]).toBe(`${example.startUrl}?returnTo=${encodeURIComponent(from)}`);
  });

  test('never shows text from the URL', async () => {
    visit('/login#error=provider_denied&provider=Call%20555%20now');
    expect(await screen.findByText(/^You canceled, or single sign-on/)).toBeTruthy();
    expect(screen.queryByText(/555/)).toBeNull();
  });

  test('is explained even if the page shows no provider', async () => {
    visit('/login#error=provider_unknown&provider=example', {}, { providers: [] });
    expect(await screen.findByText(/^This way to sign in does not exist any more/)).toBeTruthy();
    screen.getByLabelText('Password');
  });
});
