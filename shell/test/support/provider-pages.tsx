import { expect } from '@jest/globals';
import { routes } from '@qr-attendance/contracts';
import { installCatalog } from '@qr-attendance/web-kit';
import {
  answer,
  callOf,
  fakeApi,
  setSignInOptions,
  watchOpenedAddresses,
  type Answers,
} from '@qr-attendance/web-kit/testing';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { Frame } from '../../src/frame/frame.tsx';
import { LoginPage } from '../../src/pages/login-page.tsx';
import { scanQueries } from '../../src/scan/scan-queries.ts';
import { FinishSignInPage } from '../../src/sign-in/finish-sign-in-page.tsx';
import { providersCatalog } from '../../src/sign-in/texts/index.ts';
import { renderShell } from './render-shell.tsx';

export const PROVIDERS = callOf(routes.auth.listSignInProviders);
export const providerOf = (_id: string, name: string) => ({
  _id,
  name,
  startUrl: `https://attend.example.edu/api/auth/oidc/${_id}/start`,
});
export const example = providerOf('example', 'Example University');

interface Options {
  providers?: (typeof example)[];
  passwords?: 'shown' | 'behind-link' | 'off';
  state?: unknown;
}

/** Renders the pages of a sign-in through a provider, and records the external URLs that they open. */
export const providerPages = () => {
  const undo: (() => void)[] = [];
  const opened: string[] = [];
  return {
    opened,
    start: (): void => {
      opened.length = 0;
      undo.push(watchOpenedAddresses(opened));
    },
    end: (): void => {
      cleanup();
      localStorage.clear();
      sessionStorage.clear();
      scanQueries.clear();
      for (const step of undo.splice(0)) step();
    },
    visit: (path: string, answers: Record<string, Answers> = {}, options: Options = {}) => {
      const { providers = [example], passwords = 'behind-link', state } = options;
      undo.push(setSignInOptions(providers, passwords));
      installCatalog(providersCatalog);
      const server = fakeApi({ [PROVIDERS]: answer(providers), ...answers });
      renderShell(
        <Frame>
          <Routes>
            <Route path="/login" element={<LoginPage />} />
            <Route path="/signed-in" element={<FinishSignInPage />} />
            <Route path="*" element={<h1>Another page</h1>} />
          </Routes>
        </Frame>,
        path,
        state,
      );
      return server;
    },
  };
};
export const arriveAt = (path: string) =>
  waitFor(() => expect(screen.getByLabelText('address').textContent).toBe(path));
export const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }));
