import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { routes } from '@qr-attendance/contracts';
import { installCatalog } from '@qr-attendance/web-kit';
import {
  answer,
  callOf,
  enterText,
  fakeApi,
  refusal,
  setSignInOptions,
  watchOpenedAddresses,
  type Answers,
} from '@qr-attendance/web-kit/testing';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { AccountPage } from '../src/account/account-page.tsx';
import { accountCatalog } from '../src/account/texts/index.ts';
import { Frame } from '../src/frame/frame.tsx';
import { RequireSignedIn } from '../src/guards/guards.tsx';
import { providersCatalog } from '../src/sign-in/texts/index.ts';
import { student } from './support/people.ts';
import { renderShell } from './support/render-shell.tsx';
import { FACTOR, noFactor } from './support/second-factor.ts';

const PROVIDERS = callOf(routes.auth.listSignInProviders);
const IDENTITIES = callOf(routes.auth.listMyIdentities);
const LINK = callOf(routes.auth.linkIdentity);
const UNLINK = callOf(routes.auth.unlinkIdentity);
const PROVE = callOf(routes.auth.proveByProvider);
const CONFIRM = callOf(routes.auth.confirmPassword);
const RENEW = callOf(routes.auth.refreshToken);

const example = { _id: 'example', name: 'Example University', startUrl: 'https://attend.example.edu/start' };
const identity = {
  _id: '7c1f9f5e-2d5b-4f6c-8f0e-2a4b5c6d7e11',
  provider: { _id: 'example', name: 'Example University', active: true },
  label: 'grace@example.edu',
  linkedAt: '2026-09-01T08:00:00.000Z',
  lastUsedAt: null,
};
const notFresh = refusal(403, 'Confirm it.', { code: 'fresh_proof_required' });

const undo: (() => void)[] = [];
const opened: string[] = [];
beforeEach(() => {
  opened.length = 0;
  undo.push(watchOpenedAddresses(opened));
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  for (const step of undo.splice(0)) step();
});

/** A tab that the page opened; null if the browser blocked it. */
const giveTab = (tab: object | null): void => {
  const before = window.open;
  window.open = () => tab as Window | null;
  undo.push(() => {
    window.open = before;
  });
};
const tokenOf = (claims: object) => `e30.${btoa(JSON.stringify(claims))}.signature`;
/** Stores a token as another tab does. */
const storeElsewhere = (token: string): void => {
  localStorage.setItem('token', token);
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'token' })));
};

const visit = async (answers: Record<string, Answers>, hash = '', providers = [example]) => {
  undo.push(setSignInOptions(providers));
  installCatalog(accountCatalog);
  installCatalog(providersCatalog);
  localStorage.setItem('token', 'stored');
  const server = fakeApi({
    [callOf(routes.auth.getMe)]: answer(student),
    [callOf(routes.auth.getEmailAddress)]: answer({
      email: student.user.email,
      verified: true,
      newEmail: null,
    }),
    [callOf(routes.auth.listNotices)]: answer([]),
    [PROVIDERS]: answer(providers),
    [IDENTITIES]: answer([]),
    [FACTOR]: answer(noFactor),
    ...answers,
  });
  renderShell(
    <Frame>
      <Routes>
        <Route
          path="/account"
          element={
            <RequireSignedIn>
              <AccountPage />
            </RequireSignedIn>
          }
        />
      </Routes>
    </Frame>,
    `/account${hash}`,
  );
  await screen.findByRole('heading', { level: 1, name: 'My account' });
  return server;
};
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

describe('linked sign-ins', () => {
  test('are hidden if there are no providers', async () => {
    const server = await visit({}, '', []);
    await waitFor(() => expect(server.sentTo(IDENTITIES)).toHaveLength(1));
    await screen.findByText('Your email address is verified.');
    expect(screen.queryByText('Linked sign-ins')).toBeNull();
  });

  test('are linked at the provider after the user has confirmed the password', async () => {
    const server = await visit({
      [LINK]: [notFresh, answer({ url: 'https://login.example.edu/authorize' })],
      [CONFIRM]: answer({ token: 'proven', freshUntil: '2026-09-14T09:10:00.000Z' }),
    });
    await press('Link Example University');
    await enterText(await screen.findByLabelText('Password'), 'correct horse');
    await press('Continue');
    await waitFor(() => expect(opened).toEqual(['https://login.example.edu/authorize']));
    expect(server.bodiesOf(LINK)).toEqual([{ provider: 'example' }, { provider: 'example' }]);
  });

  test('are shown as linked after the provider has redirected back', async () => {
    await visit({ [IDENTITIES]: answer([identity]) }, '#linked=example');
    expect(
      await screen.findByText('Example University is linked. From now on you can sign in with it.'),
    ).toBeTruthy();
    await waitFor(() => expect(screen.getByLabelText('address').textContent).toBe('/account'));
    expect(await screen.findByText(/^grace@example\.edu · linked /)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Link Example University' })).toBeNull();
  });

  test('cannot be linked to a second account', async () => {
    await visit({}, '#error=identity_taken&provider=example');
    expect(await screen.findByText(/^Somebody else here has linked this sign-in/)).toBeTruthy();
  });

  test('are unlinked after a confirmation, except the last way to sign in', async () => {
    const server = await visit({
      [IDENTITIES]: answer([identity]),
      [UNLINK]: refusal(409, 'Set a password first.', { code: 'last_way_in' }),
    });
    const unlink = async () => {
      await press('Unlink Example University');
      await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Unlink' }));
    };
    await unlink();
    expect(await screen.findByText('Set a password first.')).toBeTruthy();
    server.give(UNLINK, answer([]));
    await unlink();
    expect(await screen.findByText('Example University is no longer linked')).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Link Example University' })).toBeTruthy();
    expect(server.sentTo(UNLINK).at(-1)?.params).toEqual({ id: identity._id });
  });
});

describe('a fresh proof without a password', () => {
  test('is obtained from a linked provider in another tab, while this page stays as it is', async () => {
    const tab = { opener: window, location: { href: '' } };
    giveTab(tab);
    const server = await visit({
      [IDENTITIES]: answer([identity]),
      [UNLINK]: [notFresh, answer([])],
      [PROVE]: answer({ url: 'https://login.example.edu/authorize?prompt=login' }),
    });
    await press('Unlink Example University');
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Unlink' }));
    await press('Confirm with Example University');
    await screen.findByText('Confirm at Example University in the other tab. Then you go on here.');
    expect(tab).toEqual({
      opener: null,
      location: { href: 'https://login.example.edu/authorize?prompt=login' },
    });
    expect(server.bodiesOf(PROVE)).toEqual([{ provider: 'example', returnTo: '/confirmed' }]);
    storeElsewhere(tokenOf({ sub: student.user._id, iat: 1_000, provenUntil: 900 }));
    expect(server.sentTo(UNLINK)).toHaveLength(1);
    storeElsewhere(tokenOf({ sub: student.user._id, iat: 1_000, provenUntil: 1_300 }));
    expect(await screen.findByText('Example University is no longer linked')).toBeTruthy();
    expect(server.sentTo(UNLINK)).toHaveLength(2);
    expect(opened).toEqual([]);
  });

  test('is obtained on this page if the browser opens no tab', async () => {
    giveTab(null);
    const server = await visit({
      [IDENTITIES]: answer([identity]),
      [UNLINK]: notFresh,
      [PROVE]: answer({ url: 'https://login.example.edu/authorize?prompt=login' }),
    });
    await press('Unlink Example University');
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Unlink' }));
    await press('Confirm with Example University');
    await waitFor(() => expect(opened).toEqual(['https://login.example.edu/authorize?prompt=login']));
    expect(server.bodiesOf(PROVE)).toEqual([{ provider: 'example', returnTo: '/' }]);
  });

  test('is in the access token before the user presses the button again', async () => {
    await visit({ [RENEW]: answer({ token: 'proven' }) }, '#proof=fresh');
    expect(await screen.findByText(/^You have confirmed that it is you\. Now repeat/)).toBeTruthy();
    await waitFor(() => expect(localStorage.getItem('token')).toBe('proven'));
  });

  test('fails if somebody else signed in at the provider', async () => {
    const server = await visit({}, '#error=other_identity&provider=example');
    expect(await screen.findByText(/^Somebody else is signed in at Example University/)).toBeTruthy();
    expect(server.sentTo(RENEW)).toEqual([]);
  });
});
