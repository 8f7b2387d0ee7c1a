import { afterEach, describe, expect, test } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { TopBar } from '../src/frame/top-bar.tsx';
import { useIdentityState } from '../src/identity/identity-context.ts';
import { LoginPage } from '../src/pages/login-page.tsx';
import { RegisterPage } from '../src/pages/register-page.tsx';
import { answer, enterText, refusal, fakeApi, setInstitution } from '@qr-attendance/web-kit/testing';
import { student, teacher } from './support/people.ts';
import { renderShell } from './support/render-shell.tsx';

const LOGIN = 'POST /api/auth/login';
const REGISTER = 'POST /api/auth/register';
const POLICY = 'GET /api/auth/registration';
const LOGOUT = 'POST /api/auth/refresh/revoke-with-provider';

const Bar = () => {
  const { state } = useIdentityState();
  return <TopBar signedIn={state.status === 'signed-in'} />;
};
const visit = (path: string, answers: Parameters<typeof fakeApi>[0], state?: unknown) => {
  const server = fakeApi(answers);
  renderShell(
    <>
      <Bar />
      <Routes>
        <Route path="/login" element={<LoginPage />} />
        <Route path="/register" element={<RegisterPage />} />
        <Route path="*" element={null} />
      </Routes>
    </>,
    path,
    state,
  );
  return server;
};
const arriveAt = (path: string) =>
  waitFor(() => expect(screen.getByLabelText('address').textContent).toBe(path));
const fill = async (fields: Record<string, string>) => {
  for (const [label, text] of Object.entries(fields)) {
    await userEvent.clear(screen.getByLabelText(label));
    await userEvent.paste(text);
  }
};
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

afterEach(() => {
  cleanup();
  localStorage.clear();
});

describe('Login', () => {
  const credentials = { Email: 'ada@campus.example', Password: 'correct horse' };

  test('shows progress, stores the token and opens the user’s own area', async () => {
    const server = visit('/login', { [LOGIN]: answer({ token: 'fresh', ...teacher }) });
    await fill(credentials);
    const release = server.hold();
    await press('Login');
    expect(await screen.findByRole('button', { name: /Logging in\.\.\./ })).toBeTruthy();
    release();
    await arriveAt('/teacher');
    expect(localStorage.getItem('token')).toBe('fresh');
  });

  test('returns to the page that requested it', async () => {
    const from = '/attendance/K7M29QXB';
    visit('/login', { [LOGIN]: answer({ token: 'fresh', ...student }) }, { from });
    await fill(credentials);
    await press('Login');
    await arriveAt(from);
  });

  test.each([
    ['the server’s reason', refusal(401, 'Invalid email or password'), 'Invalid email or password'],
    ['a default text without a reason', answer(null, 502), 'Login failed'],
    [
      'how long the sign-in is locked',
      refusal(429, 'Too many attempts', { code: 'sign_in_locked' }, { 'retry-after': '130' }),
      'Too many attempts to sign in. Try again in 3 minutes, or get a sign-in link by email.',
    ],
    [
      'that the account is suspended',
      refusal(403, 'This account is suspended. Ask your institution.', { code: 'suspended' }),
      'This account is suspended. Ask your institution.',
    ],
  ])('shows %s', async (_what, refused, text) => {
    visit('/login', { [LOGIN]: refused });
    await fill(credentials);
    await press('Login');
    expect((await screen.findByRole('alert')).textContent).toBe(text);
    expect(localStorage.getItem('token')).toBeNull();
  });
});

describe('Logout', () => {
  test('removes the token, revokes it on the server and opens the home page', async () => {
    const server = visit('/login', {
      [LOGIN]: answer({ token: 'fresh', ...student }),
      [LOGOUT]: answer({ url: null }),
    });
    await fill({ Email: 'grace@campus.example', Password: 'correct horse' });
    await press('Login');
    await arriveAt('/student');
    await userEvent.click(await screen.findByRole('button', { name: 'Logout' }));
    await arriveAt('/');
    expect(localStorage.getItem('token')).toBeNull();
    expect(server.sent.map(({ call }) => call)).toContain(LOGOUT);
    expect(screen.getByRole('link', { name: 'Login' })).toBeTruthy();
  });

  test('completes before the next sign-in, so a late response cannot clear the new cookie', async () => {
    const server = visit('/login', {
      [LOGIN]: answer({ token: 'fresh', ...student }),
      [LOGOUT]: answer({ url: null }),
    });
    const grace = { Email: 'grace@campus.example', Password: 'correct horse' };
    await fill(grace);
    await press('Login');
    await arriveAt('/student');
    const release = server.hold();
    await userEvent.click(await screen.findByRole('button', { name: 'Logout' }));
    await arriveAt('/');
    await userEvent.click(screen.getByRole('link', { name: 'Login' }));
    await fill(grace);
    await press('Login');
    expect(server.sentTo(LOGIN)).toHaveLength(1);
    release();
    await arriveAt('/student');
    expect(server.sentTo(LOGIN)).toHaveLength(2);
    expect(server.sentTo(LOGOUT)).toHaveLength(1);
  });
});

describe('Register', () => {
  const choose = async (label: string, option: string) => {
    await userEvent.click(screen.getByLabelText(label));
    await userEvent.click(await screen.findByTitle(option));
  };
  const ada = { 'Full Name': 'Ada Lovelace', Email: 'ada@campus.example', Password: 'correct horse' };

  test('shows different fields to students and teachers', async () => {
    visit('/register', {});
    expect(screen.getByLabelText<HTMLInputElement>('Student').checked).toBe(true);
    for (const label of ['USN', 'Registration Number', 'Semester']) screen.getByLabelText(label);
    await userEvent.click(screen.getByLabelText('Teacher'));
    expect(screen.queryByLabelText('USN')).toBeNull();
    screen.getByLabelText('Employee ID');
  });

  test('sends nothing while the passwords differ, and then only the fields of the chosen user type', async () => {
    const server = visit('/register', { [REGISTER]: answer({ token: 'fresh', ...teacher }, 201) });
    await userEvent.click(screen.getByLabelText('Teacher'));
    await fill({ ...ada, 'Confirm Password': 'correct hoarse', 'Employee ID': 'E1' });
    await choose('Department', 'Computer Science');
    await press('Register');
    expect((await screen.findByRole('alert')).textContent).toBe('Passwords do not match');
    expect(server.bodiesOf(REGISTER)).toEqual([]);

    await fill({ 'Confirm Password': ada.Password });
    await press('Register');
    await arriveAt('/teacher');
    expect(server.bodiesOf(REGISTER)).toEqual([
      {
        userType: 'TEACHER',
        name: 'Ada Lovelace',
        email: 'ada@campus.example',
        password: 'correct horse',
        department: 'Computer Science',
        employeeId: 'E1',
      },
    ]);
  });

  test('hides Teacher if teachers cannot register, and refers them to the institution', async () => {
    const server = visit('/register', {
      [POLICY]: answer({ teacherRegistration: 'closed' }),
      [REGISTER]: answer({ token: 'fresh', ...student }, 201),
    });
    expect(await screen.findByText(/Are you a teacher\? Ask your institution/)).toBeTruthy();
    expect(screen.queryByLabelText('Teacher')).toBeNull();
    await fill({ ...ada, 'Confirm Password': ada.Password, USN: 'U1', 'Registration Number': 'R1' });
    await choose('Department', 'Electronics');
    await choose('Semester', '3');
    await press('Register');
    await arriveAt('/student');
    expect(server.bodiesOf(REGISTER)).toEqual([expect.objectContaining({ userType: 'STUDENT', usn: 'U1' })]);
  });

  test('warns about a number that somebody else has, and registers with it when submitted again', async () => {
    const answered = refusal(409, 'Somebody here already has this number.', {
      code: 'number_taken',
      numbers: ['usn'],
    });
    const server = visit('/register', { [REGISTER]: answered });
    await fill({ ...ada, 'Confirm Password': ada.Password, USN: 'U1', 'Registration Number': 'R1' });
    await choose('Department', 'Electronics');
    await choose('Semester', '3');
    await press('Register');
    expect((await screen.findByRole('alert')).textContent).toMatch(
      /^Somebody here already has this number\. If the number is yours, press Register again/,
    );
    expect(screen.getByText('Somebody here already has this USN')).toBeTruthy();
    expect(screen.getByLabelText('USN').getAttribute('aria-invalid')).toBe('true');

    await fill({ USN: 'U2' });
    await press('Register');
    await waitFor(() => expect(server.bodiesOf(REGISTER)).toHaveLength(2));
    server.give(REGISTER, answer({ token: 'fresh', ...student }, 201));
    await press('Register');
    await arriveAt('/student');
    expect(server.bodiesOf(REGISTER)).toMatchObject([
      { usn: 'U1', refuseTakenNumbers: true },
      { usn: 'U2', refuseTakenNumbers: true },
      { usn: 'U2', refuseTakenNumbers: false },
    ]);
  });

  test('asks teachers for an invite code if the institution requires it', async () => {
    const server = visit('/register', {
      [POLICY]: answer({ teacherRegistration: 'invite' }),
      [REGISTER]: refusal(409, 'Registration is not possible', { fields: { inviteCode: 'is used up' } }),
    });
    await userEvent.click(screen.getByLabelText('Teacher'));
    await fill({ ...ada, 'Confirm Password': ada.Password, 'Employee ID': 'E1' });
    await enterText(await screen.findByLabelText('Invite code'), 'WELCOME-2026');
    await choose('Department', 'Electronics');
    await press('Register');
    expect(await screen.findByText('is used up')).toBeTruthy();
    expect(server.bodiesOf(REGISTER)).toEqual([expect.objectContaining({ inviteCode: 'WELCOME-2026' })]);
    await userEvent.click(screen.getByLabelText('Student'));
    expect(screen.queryByLabelText('Invite code')).toBeNull();
  });

  test('uses the institution’s words, departments and numbers', async () => {
    const restore = setInstitution({
      departments: ['Law', { name: 'Medicine', names: { de: 'Medizin' } }],
      studentNumbers: ['usn'],
      words: {
        en: {
          usn: 'Student ID',
          usnHelp: 'On the back of your card.',
          department: 'Faculty',
          teacher: 'Lecturer',
        },
        de: { usn: 'Ausweisnummer' },
      },
    });
    try {
      const server = visit('/register', { [REGISTER]: answer({ token: 'fresh', ...student }, 201) });
      screen.getByLabelText('Lecturer');
      screen.getByText('On the back of your card.');
      expect(screen.queryByLabelText('Registration Number')).toBeNull();
      await press('Register');
      for (const missing of ['Student ID is required', 'Faculty is required'])
        await screen.findByText(missing);
      await fill({ ...ada, 'Confirm Password': ada.Password, 'Student ID': 'U1' });
      await choose('Faculty', 'Medicine');
      await choose('Semester', '3');
      await press('Register');
      await arriveAt('/student');
      const [sent] = server.bodiesOf(REGISTER);
      expect(sent).toMatchObject({ usn: 'U1', department: 'Medicine' });
      expect(sent).not.toHaveProperty('regNo');
    } finally {
      restore();
    }
  });

  test('shows the server’s error beside each field', async () => {
    const fields = { email: 'is taken already', employeeId: 'is unknown' };
    visit('/register', { [REGISTER]: refusal(409, 'Registration is not possible', { fields }) });
    await userEvent.click(screen.getByLabelText('Teacher'));
    await fill({ ...ada, 'Confirm Password': ada.Password, 'Employee ID': 'E1' });
    await choose('Department', 'Electronics');
    await press('Register');
    expect((await screen.findByRole('alert')).textContent).toBe('Registration is not possible');
    expect(await screen.findByText('is taken already')).toBeTruthy();
    expect(screen.getByText('is unknown')).toBeTruthy();
  });
});
