import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { routes } from '@qr-attendance/contracts';
import { answer, callOf, fillIn, refusal, watchOpenedAddresses } from '@qr-attendance/web-kit/testing';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { dialog, press } from './support/open-area.tsx';
import { campus, FAILURES, issuer, openProviders as open, preview, PROVIDERS } from './support/providers.ts';

const CHANGE = callOf(routes.auth.changeIdentityProvider);
const TEST = callOf(routes.auth.testIdentityProvider);
const RESULT = callOf(routes.auth.getProviderTest);
const PREVIEW = callOf(routes.auth.previewClaims);
const TEST_ID = '7c1f9f5e-2d5b-4f6c-8f0e-2a4b5c6d7e77';

const opened: string[] = [];
let stop: () => void;
beforeEach(() => {
  opened.length = 0;
  stop = watchOpenedAddresses(opened);
});
afterEach(() => {
  cleanup();
  stop();
});

describe('a sign-in provider', () => {
  test('is tested by a sign-in that changes nothing', async () => {
    open('/admin/providers/campus', { [TEST]: answer({ url: 'https://login.example.edu/authorize' }) });
    await press('Test the sign-in');
    await waitFor(() => expect(opened).toEqual(['https://login.example.edu/authorize']));
  });

  test('shows the result of a test', async () => {
    const server = open(`/admin/providers/campus#test=${TEST_ID}`, { [RESULT]: answer(preview) });
    await screen.findByText('It would find Grace Hopper in your records, and link the sign-in to them.');
    expect(server.sentTo(RESULT)[0]?.params).toEqual({ id: 'campus', test: TEST_ID });
    expect(server.sentTo(TEST)).toEqual([]);
  });

  test('previews a pasted token, or shows why that is impossible', async () => {
    const server = open('/admin/providers/campus', {
      [PREVIEW]: refusal(400, 'This is neither a token nor JSON.', { code: 'token_unreadable' }),
    });
    await screen.findByLabelText('Token or JSON');
    fillIn.text('pasted', 'what');
    await press('Preview');
    await screen.findByText('This is neither a token nor JSON.');
    server.give(
      PREVIEW,
      answer({ ...preview, outcome: 'refused', error: 'attribute_missing', person: null }),
    );
    fillIn.text('pasted', '{"sub":"u-1"}');
    await press('Preview');
    await screen.findByText('It would be refused.');
    screen.getByText(/^The claim with the institution id was missing/);
    expect(server.bodiesOf(PREVIEW).at(-1)).toEqual({ pasted: '{"sub":"u-1"}' });
  });

  test('is activated at once, and deactivated after a confirmation', async () => {
    const active = { ...campus, active: true, identities: 1_200, version: 4 };
    const server = open('/admin/providers/campus', { [CHANGE]: answer(active) });
    await screen.findByRole('button', { name: 'Activate' });
    server.give(PROVIDERS, answer([active]));
    await press('Activate');
    await screen.findByText('Example University is now on the sign-in page');
    expect(await screen.findByText('Active · 1,200 linked people')).toBeTruthy();
    server.give(CHANGE, answer(campus));
    server.give(PROVIDERS, answer([campus]));
    await press('Deactivate');
    dialog().getByText(/1,200 people are linked, and need a password/);
    await userEvent.click(dialog().getByRole('button', { name: 'Deactivate' }));
    await screen.findByText('Example University is no longer on the sign-in page');
    expect(server.bodiesOf(CHANGE)).toEqual([
      { active: true, version: 3 },
      { active: false, version: 4 },
    ]);
  });

  test('keeps its secret if the settings are saved without a new one', async () => {
    const server = open('/admin/providers/campus', { [CHANGE]: answer({ ...campus, name: 'EU' }) });
    await press('Change');
    const form = within(screen.getByRole('form', { name: 'Settings' }));
    fillIn.text('name', 'EU');
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    await screen.findByText('Settings saved');
    const { clientId, scopes, claims, roleValues, unknownPeople, secondFactor } = campus;
    const settings = { issuer, clientId, scopes, claims, roleValues, unknownPeople, secondFactor };
    expect(server.bodiesOf(CHANGE)).toEqual([{ ...settings, name: 'EU', version: 3 }]);
  });

  test('shows that another administrator changed the settings meanwhile', async () => {
    const changed = 'This identity provider was changed in another window.';
    const server = open('/admin/providers/campus', {
      [CHANGE]: refusal(409, changed, { code: 'provider_changed' }),
    });
    await press('Change');
    server.give(PROVIDERS, answer([{ ...campus, version: 4 }]));
    await press('Save');
    await screen.findByText(changed);
    await press('Save');
    await waitFor(() => expect(server.bodiesOf(CHANGE)).toHaveLength(2));
    expect(server.bodiesOf(CHANGE)).toMatchObject([{ version: 3 }, { version: 3 }]);
  });

  test('loses its secret only if the administrator removes it', async () => {
    const server = open('/admin/providers/campus', { [CHANGE]: answer({ ...campus, hasSecret: false }) });
    await press('Change');
    await userEvent.click(screen.getByLabelText('Remove the present secret (public client)'));
    await press('Save');
    await screen.findByText('Settings saved');
    expect(server.bodiesOf(CHANGE)).toMatchObject([{ clientSecret: null }]);
  });

  test('lists its last failures in plain words', async () => {
    open('/admin/providers/campus', {
      [FAILURES]: answer([
        { at: '2026-09-14T07:00:00.000Z', error: 'provider_invalid', detail: 'unexpected "aud"' },
        { at: '2026-09-14T07:00:00.000Z', error: 'from_a_newer_release', detail: null },
      ]),
    });
    await screen.findByText(/^The answer was invalid, such as its signature/);
    screen.getByText('unexpected "aud"');
    screen.getByText('Another reason.');
  });

  test('links back to the list if the provider does not exist', async () => {
    open('/admin/providers/other');
    await screen.findByText('There is no sign-in provider with this address.');
    screen.getByRole('heading', { level: 1, name: 'Sign-in provider' });
  });
});
