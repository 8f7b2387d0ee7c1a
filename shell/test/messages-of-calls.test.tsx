import { afterEach, describe, expect, test } from '@jest/globals';
import { failuresOf, fakeApi, refusal, type Answers } from '@qr-attendance/web-kit/testing';
import specified from '@qr-attendance/web-kit/texts/specified';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { RequireSignedIn } from '../src/guards/guards.tsx';
import { LoginPage } from '../src/pages/login-page.tsx';
import { RegisterPage } from '../src/pages/register-page.tsx';
import { renderShell } from './support/render-shell.tsx';

interface Row {
  key: keyof typeof specified;
  call: string;
  path: string;
  signedIn?: boolean;
  status?: number;
  act?: () => Promise<void>;
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const choose = async (label: string, option: string) => {
  fireEvent.mouseDown(screen.getByLabelText(label));
  fireEvent.click(await screen.findByTitle(option));
};

const rows: Row[] = [
  {
    key: 'loginFailed',
    call: 'POST /api/auth/login',
    path: '/login',
    act: async () => {
      type('Email', 'ada@campus.example');
      type('Password', 'correct horse');
      press('Login');
    },
  },
  {
    key: 'registrationFailed',
    call: 'POST /api/auth/register',
    path: '/register',
    act: async () => {
      fireEvent.click(await screen.findByLabelText('Teacher'));
      await screen.findByLabelText('Employee ID');
      type('Full Name', 'Ada Lovelace');
      type('Email', 'ada@campus.example');
      type('Password', 'correct horse');
      type('Confirm Password', 'correct horse');
      type('Employee ID', 'E1');
      await choose('Department', 'Computer Science');
      press('Register');
    },
  },
  { key: 'authenticationFailed', call: 'GET /api/auth/me', path: '/teacher', signedIn: true, status: 401 },
  { key: 'userFailed', call: 'GET /api/auth/me', path: '/teacher', signedIn: true, status: 500 },
];

/** A sign-in ends only if its renewal is rejected with this code. */
const usual: Record<string, Answers> = {
  'POST /api/auth/refresh': refusal(401, 'Too old', { code: 'signed_out' }),
};
const area = <RequireSignedIn userType="TEACHER">Teachers only</RequireSignedIn>;
const open = ({ path, signedIn }: Row, answers: Record<string, Answers>) => {
  if (signedIn) localStorage.setItem('token', 'stored');
  fakeApi({ ...usual, ...answers });
  renderShell(
    <Routes>
      <Route path="/login" element={<LoginPage />} />
      <Route path="/register" element={<RegisterPage />} />
      <Route path="/teacher" element={area} />
    </Routes>,
    path,
  );
};

afterEach(() => {
  cleanup();
  localStorage.clear();
});

describe.each(rows)('$key: $path shows this text when $call fails', (row) => {
  test.each(failuresOf(specified[row.key], row.status))('$how', async ({ failed, said, unsaid }) => {
    await act(async () => open(row, { [row.call]: failed }));
    await row.act?.();
    expect(await screen.findAllByText(said)).not.toHaveLength(0);
    expect(screen.queryByText(unsaid)).toBeNull();
  });
});
