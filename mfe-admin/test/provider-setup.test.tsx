import { afterEach, describe, expect, test } from '@jest/globals';
import { routes } from '@qr-attendance/contracts';
import { answer, callOf, enterText, fillIn, refusal } from '@qr-attendance/web-kit/testing';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { press } from './support/open-area.tsx';
import { addresses, campus, check, issuer, openProviders as open, PROVIDERS } from './support/providers.ts';

const CHECK = callOf(routes.auth.checkIssuer);
const CREATE = callOf(routes.auth.createIdentityProvider);
const CONFIRM = callOf(routes.auth.confirmPassword);

afterEach(cleanup);

describe('the list of sign-in providers', () => {
  test('links to each provider and to the setup page', async () => {
    open('/admin/providers');
    const name = await screen.findByRole('link', { name: 'Example University' });
    expect(name.getAttribute('href')).toBe('/admin/providers/campus');
    expect(screen.getByText('Not active')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Set up a sign-in provider' }).getAttribute('href')).toBe(
      '/admin/provider-setup',
    );
  });

  test('shows an empty state, and explains a missing permission', async () => {
    open('/admin/providers', { [PROVIDERS]: answer([]) });
    await screen.findByText('No sign-in provider is set up, so people sign in with a password.');
    cleanup();
    open('/admin/providers', {
      [PROVIDERS]: refusal(403, 'Only administrators of the institution may do this.', { code: 'forbidden' }),
    });
    await screen.findByText('Only administrators of the institution may do this.');
  });
});

describe('setting up a sign-in provider', () => {
  const fillInIssuer = () => {
    fillIn.text('provider', 'campus');
    fillIn.text('issuer', issuer);
  };

  test('checks the issuer, shows what to enter at the provider, and saves the settings', async () => {
    const server = open('/admin/provider-setup', {
      [CHECK]: answer(check),
      [CREATE]: [refusal(403, 'Confirm it.', { code: 'fresh_proof_required' }), answer(campus, 201)],
      [CONFIRM]: answer({ token: 'proven', freshUntil: '2026-09-14T09:10:00.000Z' }),
    });
    await screen.findByLabelText('Short id');
    fillInIssuer();
    await press('Check');
    await screen.findByText('The provider can be used.');
    expect(server.bodiesOf(CHECK)).toEqual([{ provider: 'campus', issuer }]);
    expect(screen.getByLabelText<HTMLInputElement>('Redirect URI').value).toBe(addresses.redirectUri);
    screen.getByRole('button', { name: 'Copy Back-channel logout URI' });
    screen.getByText(/The provider lists: sub, email, matriculation\./);

    fillIn.text('name', 'Example University');
    fillIn.text('clientId', 'attendance');
    fillIn.text('clientSecret', 'a secret');
    fillIn.text('claims_institutionId', 'matriculation');
    await press('Save');
    await enterText(await screen.findByLabelText('Password'), 'correct horse');
    await press('Continue');
    await waitFor(() => expect(screen.getByLabelText('address').textContent).toBe('/admin/providers/campus'));
    expect(server.bodiesOf(CREATE).at(-1)).toEqual({
      _id: 'campus',
      name: 'Example University',
      issuer,
      clientId: 'attendance',
      clientSecret: 'a secret',
      scopes: 'openid email',
      claims: { institutionId: 'matriculation', name: 'name', email: 'email', role: null },
      roleValues: { staff: [], student: [] },
      unknownPeople: 'refuse',
      secondFactor: 'not_stated',
    });
  });

  test('trusts no second factor of the provider yet, even if the provider lists the profile', async () => {
    open('/admin/provider-setup', { [CHECK]: answer({ ...check, supportsMfa: true }) });
    await screen.findByLabelText('Short id');
    fillInIssuer();
    await press('Check');
    await screen.findByText(/^The provider lists the REFEDS MFA Profile/);
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Not stated/ }).checked).toBe(true);
  });

  test('stops if the issuer cannot be used', async () => {
    open('/admin/provider-setup', { [CHECK]: answer({ ...check, problem: 'other_issuer' }) });
    await screen.findByLabelText('Short id');
    fillInIssuer();
    await press('Check');
    await screen.findByText(/^The document names another issuer/);
    expect(screen.queryByLabelText('Client id')).toBeNull();
  });

  test('requires another check after the issuer was changed', async () => {
    open('/admin/provider-setup', { [CHECK]: answer(check) });
    await screen.findByLabelText('Short id');
    fillInIssuer();
    await press('Check');
    await screen.findByLabelText('Client id');
    fillIn.text('issuer', `${issuer}2`);
    await waitFor(() => expect(screen.queryByLabelText('Client id')).toBeNull());
  });

  test('shows the server’s error beside its field', async () => {
    const server = open('/admin/provider-setup', {
      [CHECK]: answer(check),
      [CREATE]: refusal(400, 'An email address may change hands.', { code: 'email_not_authoritative' }),
    });
    await screen.findByLabelText('Short id');
    fillIn.text('provider', 'Campus!');
    await press('Check');
    await screen.findByText(/^Use 2 to 30 small letters/);
    expect(server.sentTo(CHECK)).toEqual([]);
    fillInIssuer();
    await press('Check');
    await screen.findByLabelText('Client id');
    fillIn.text('name', 'Example University');
    fillIn.text('clientId', 'attendance');
    fillIn.text('claims_institutionId', 'email');
    await press('Save');
    await screen.findByText('An email address may change hands.');
    expect(screen.getByLabelText('Institution id').getAttribute('aria-invalid')).toBe('true');
  });
});
