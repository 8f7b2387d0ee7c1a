import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { NO_CHECKS } from '@qr-attendance/contracts';
import { answer, enterText, refusal } from '@qr-attendance/web-kit/testing';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { dialog, EMAILS, FLOOR, IMPORTS, openArea, press, user } from './support/open-area.tsx';
import { listedPerson, NO_CLASSES } from './support/samples.ts';

const teacher = {
  _id: '7c1f9f5e-2d5b-4f6c-8f0e-2a4b5c6d7e01',
  name: 'Ada Lovelace',
  email: 'ada@campus.example',
  userType: 'TEACHER',
};
const student = {
  _id: '7c1f9f5e-2d5b-4f6c-8f0e-2a4b5c6d7e02',
  name: 'Grace Hopper',
  email: 'grace@campus.example',
  userType: 'STUDENT',
};
const grace = listedPerson(student, { deviceCount: 2 });
const people = [listedPerson(teacher), grace, listedPerson(user)];
const LIST = 'GET /api/auth/people';
const about = (action: string) => `POST /api/auth/people/${student._id}/${action}`;
const INVITES = 'GET /api/auth/invites';
const DAY = 'GET /api/sessions/day-overview';
const MAKE = 'POST /api/auth/invites';
const noClasses = { day: '2026-09-14', ...NO_CLASSES, units: [] };
const invite = {
  id: '7c1f9f5e-2d5b-4f6c-8f0e-2a4b5c6d7e09',
  note: 'Electronics',
  createdAt: '2026-09-01T08:00:00.000Z',
  expiresAt: '2026-09-15T08:00:00.000Z',
  usesLeft: 3,
};

const choose = async (name: string, action: string) => {
  await press(`More actions for ${name}`);
  await userEvent.click(await screen.findByRole('menuitem', { name: action }));
};
const running = {
  _id: '66f000000000000000000801',
  kind: 'people',
  fileName: 'people.csv',
  bytes: 60,
  state: 'applying',
  createdBy: {
    _id: user._id,
    name: user.name,
  },
  complete: false,
  createdAt: '2026-09-14T08:00:00.000Z',
  expiresAt: '2026-10-14T08:00:00.000Z',
};
const give = (label: string, text: string) => enterText(dialog().getByLabelText(label), text);
const confirm = (name: string) => userEvent.click(dialog().getByRole('button', { name }));

afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
});

describe('the page of people', () => {
  test('lists people with their accounts and searches on the server', async () => {
    const alan = listedPerson({ ...teacher, _id: invite.id, name: 'Alan Turing' });
    const server = openArea('/admin/people', {
      [LIST]: ({ query }) => {
        if (query['search'] === 'grace') return answer([grace]);
        if (query['cursor'] === 'c2') return answer([alan]);
        return answer(people, 200, { link: '</api/auth/people?cursor=c2>; rel="next"' });
      },
    });
    expect(await screen.findByText('Grace Hopper')).toBeTruthy();
    await press('Show more');
    expect(await screen.findByText('Alan Turing')).toBeTruthy();
    await userEvent.type(screen.getByLabelText('Search by name, email or number'), 'grace');
    await waitFor(() => expect(screen.queryByText('Alan Turing')).toBeNull());
    await waitFor(() =>
      expect(screen.getByLabelText('address').textContent).toBe('/admin/people?search=grace'),
    );
    await waitFor(() =>
      expect(server.sent.at(-1)).toMatchObject({ call: LIST, query: { limit: '50', search: 'grace' } }),
    );
  });

  test('filters by role, department and account state, and keeps the filters in the URL', async () => {
    const server = openArea('/admin/people?role=STUDENT&department=Alchemy', {
      [LIST]: ({ query }) => answer(query['state'] ? [] : [grace]),
    });
    expect(await screen.findByText('Grace Hopper')).toBeTruthy();
    expect(server.sent.at(-1)).toMatchObject({ call: LIST, query: { limit: '50', role: 'STUDENT' } });
    const choose = async (label: string, option: string) => {
      await userEvent.click(screen.getByRole('combobox', { name: label }));
      await userEvent.click(await screen.findByTitle(option));
    };
    await choose('Department', 'Electronics');
    await choose('Account', 'Suspended');
    expect(await screen.findByText(/^Nobody matches your search/)).toBeTruthy();
    expect(screen.getByLabelText('address').textContent).toBe(
      '/admin/people?role=STUDENT&department=Electronics&state=suspended',
    );
    expect(server.sent.at(-1)?.query).toEqual({
      limit: '50',
      role: 'STUDENT',
      department: 'Electronics',
      state: 'suspended',
    });
  });

  test('shows departments and keeps actions unobtrusive', async () => {
    openArea('/admin/people', { [LIST]: answer([{ ...grace, department: 'Electronics' }]) });
    expect(await screen.findByText('Electronics')).toBeTruthy();
    const actions = ['Suspend', 'More actions for'].map((action) =>
      screen.getByRole('button', { name: `${action} Grace Hopper` }),
    );
    for (const { className } of actions) expect(className).toContain('ui-button-text');
    await press('More actions for Grace Hopper');
    const items = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
    expect(items).toEqual(['Confirm new devices', 'Reset devices', 'Merge with another record', 'Delete']);
  });

  test('offers administrators no actions on their own account', async () => {
    openArea('/admin/people', { [LIST]: answer(people) });
    expect(await screen.findByText('You')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Suspend Mary Somerville' })).toBeNull();
  });

  test('suspends a person with a reason and restores the account', async () => {
    const suspended = {
      ...grace,
      suspendedAt: '2026-09-14T09:00:00.000Z',
      suspendedBecause: 'Lent her phone',
    };
    const server = openArea('/admin/people', {
      [LIST]: answer(people),
      [about('suspend')]: answer(suspended),
      [about('restore')]: answer(grace),
    });
    await press('Suspend Grace Hopper');
    await confirm('Suspend');
    expect(await screen.findByText('Reason is required')).toBeTruthy();
    expect(server.bodiesOf(about('suspend'))).toEqual([]);
    server.give(LIST, answer([suspended]));
    await give('Reason', 'Lent her phone');
    await confirm('Suspend');
    expect(await screen.findByText(/since .*: Lent her phone/)).toBeTruthy();
    expect(server.bodiesOf(about('suspend'))).toEqual([{ reason: 'Lent her phone' }]);
    server.give(LIST, answer([grace]));
    await press('Restore Grace Hopper');
    expect(await screen.findByRole('button', { name: 'Suspend Grace Hopper' })).toBeTruthy();
  });

  test('resets the devices of students only', async () => {
    const server = openArea('/admin/people', {
      [LIST]: answer(people),
      [about('reset-devices')]: answer({ ...grace, deviceCount: 0 }),
    });
    await press('More actions for Ada Lovelace');
    expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
      'Merge with another record',
      'Delete',
    ]);
    await userEvent.keyboard('{Escape}');
    await choose('Grace Hopper', 'Reset devices');
    await give('Reason', 'New phone');
    await confirm('Reset devices');
    await waitFor(() => expect(server.bodiesOf(about('reset-devices'))).toEqual([{ reason: 'New phone' }]));
  });

  test('confirms new devices with a reason', async () => {
    const server = openArea('/admin/people', {
      [LIST]: answer(people),
      [about('confirm-proofs')]: answer(grace),
    });
    await choose('Grace Hopper', 'Confirm new devices');
    await give('Reason', 'Showed the student card');
    await confirm('Confirm new devices');
    await waitFor(() =>
      expect(server.bodiesOf(about('confirm-proofs'))).toEqual([{ reason: 'Showed the student card' }]),
    );
  });

  test('shows student numbers of people without an account, and sends them a registration link', async () => {
    const listed = listedPerson(student, { registered: false, institutionId: 'Q-4711', usn: '1CR20CS045' });
    const server = openArea('/admin/people?state=unregistered', {
      [LIST]: answer([listed]),
      [about('invite')]: [answer({ result: 'queued' }), answer({ result: 'limited' })],
    });
    expect(await screen.findByText('Q-4711 · 1CR20CS045')).toBeTruthy();
    expect(server.sent.at(-1)?.query).toEqual({ limit: '50', state: 'unregistered' });
    expect(screen.queryByRole('button', { name: 'Suspend Grace Hopper' })).toBeNull();
    await press('Send a registration link to Grace Hopper');
    expect(await screen.findByText(`A registration link is on its way to ${student.email}`)).toBeTruthy();
    await press('Send a registration link to Grace Hopper');
    expect(await screen.findByText(/was sent several links already/)).toBeTruthy();
  });

  test('shows when a person was withdrawn, and offers only deletion', async () => {
    const withdrawn = listedPerson(student, { registered: false, withdrawnAt: '2026-11-02T09:00:00.000Z' });
    const server = openArea('/admin/people?state=withdrawn', { [LIST]: answer([withdrawn]) });
    expect(await screen.findByText(/^since .*by an import or its undo$/)).toBeTruthy();
    expect(server.sent.at(-1)?.query).toEqual({ limit: '50', state: 'withdrawn' });
    expect(screen.queryByRole('button', { name: 'Send a registration link to Grace Hopper' })).toBeNull();
    await press('More actions for Grace Hopper');
    expect(await screen.findByRole('menuitem', { name: 'Delete' })).toBeTruthy();
    expect(screen.getAllByRole('menuitem')).toHaveLength(1);
  });

  test('deletes a person only after their address is typed, and shows a server error in the dialog', async () => {
    const server = openArea('/admin/people', {
      [LIST]: answer(people),
      [about('erase')]: refusal(503, 'Please try again in a moment.'),
    });
    await choose('Grace Hopper', 'Delete');
    await give('Reason', 'Asked for it');
    await give('To confirm, type grace@campus.example', 'grace');
    await confirm('Delete');
    expect(await screen.findByText('Type grace@campus.example')).toBeTruthy();
    expect(server.bodiesOf(about('erase'))).toEqual([]);
    await give('To confirm, type grace@campus.example', '@campus.example');
    await confirm('Delete');
    expect(await dialog().findByText('Please try again in a moment.')).toBeTruthy();
    server.give(about('erase'), answer(undefined, 204));
    server.give(LIST, answer([listedPerson(teacher)]));
    await confirm('Delete');
    await waitFor(() => expect(screen.queryByText('Grace Hopper')).toBeNull());
    expect(server.bodiesOf(about('erase')).at(-1)).toEqual({ reason: 'Asked for it' });
  });
});

describe('an administrator who entered the password long ago', () => {
  const CONFIRM = 'POST /api/auth/confirm-password';
  const tooOld = refusal(403, 'Confirm it.', { code: 'fresh_proof_required' });
  const confirmed = answer({ token: 'proven', freshUntil: '2026-09-14T09:10:00.000Z' });
  const enterPassword = async () => {
    await enterText(await screen.findByLabelText('Password'), 'a long walk home');
    await press('Continue');
  };

  test('must enter it again to suspend somebody, and the typed reason is kept', async () => {
    const server = openArea('/admin/people', {
      [LIST]: answer([grace]),
      [about('suspend')]: [tooOld, answer(grace)],
      [CONFIRM]: confirmed,
    });
    await press('Suspend Grace Hopper');
    await give('Reason', 'Lent the phone');
    await confirm('Suspend');
    await enterPassword();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.bodiesOf(CONFIRM)).toEqual([{ password: 'a long walk home' }]);
    expect(server.bodiesOf(about('suspend'))).toEqual([
      { reason: 'Lent the phone' },
      { reason: 'Lent the phone' },
    ]);
  });

  test('must enter it again to create an invite code', async () => {
    const server = openArea('/admin/invites', {
      [INVITES]: answer([]),
      [MAKE]: [tooOld, answer({ ...invite, code: 'WELC-OME2' }, 201)],
      [CONFIRM]: confirmed,
    });
    await enterText(await screen.findByLabelText('Who it is for'), 'Electronics');
    await press('Create code');
    await enterPassword();
    expect((await screen.findByLabelText<HTMLInputElement>('Invite code')).value).toBe('WELC-OME2');
    expect(server.bodiesOf(MAKE)).toHaveLength(2);
  });
});

describe('the page of invites', () => {
  test('creates an invite and shows its code once', async () => {
    const copied: string[] = [];
    const clipboard = { writeText: async (text: string) => void copied.push(text) };
    const server = openArea('/admin/invites', {
      [INVITES]: answer([]),
      [MAKE]: answer({ ...invite, code: 'WELC-OME2' }, 201),
    });
    expect(await screen.findByText('There are no valid invite codes right now.')).toBeTruthy();
    await enterText(screen.getByLabelText('Who it is for'), 'Electronics');
    server.give(INVITES, answer([invite]));
    await press('Create code');
    const code = await screen.findByLabelText<HTMLInputElement>('Invite code');
    expect(code.value).toBe('WELC-OME2');
    expect(server.bodiesOf(MAKE)).toEqual([{ note: 'Electronics', expiresInDays: 14, uses: 1 }]);
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard });
    await press('Copy');
    expect(await screen.findByText('Copied')).toBeTruthy();
    expect(copied).toEqual(['WELC-OME2']);
    await press('Done');
    expect(screen.queryByDisplayValue('WELC-OME2')).toBeNull();
    expect(await screen.findByText('Electronics')).toBeTruthy();
  });

  test('shows the code of a new invite while the list cannot be reloaded', async () => {
    const server = openArea('/admin/invites', {
      [INVITES]: answer([]),
      [MAKE]: answer({ ...invite, code: 'WELC-OME2' }, 201),
    });
    await enterText(await screen.findByLabelText('Who it is for'), 'Electronics');
    await screen.findByText('There are no valid invite codes right now.');
    server.give(INVITES, refusal(503, 'Please try again in a moment.'));
    await press('Create code');
    expect((await screen.findByLabelText<HTMLInputElement>('Invite code')).value).toBe('WELC-OME2');
    await waitFor(() => expect(server.sentTo(INVITES)).toHaveLength(2));
  });

  test('revokes an invite after a confirmation', async () => {
    const revoke = `DELETE /api/auth/invites/${invite.id}`;
    const server = openArea('/admin/invites', {
      [INVITES]: answer([invite]),
      [revoke]: answer(undefined, 204),
    });
    await press('Revoke the invite for Electronics');
    server.give(INVITES, answer([]));
    await confirm('Revoke');
    expect(await screen.findByText('There are no valid invite codes right now.')).toBeTruthy();
    expect(server.sent.map(({ call }) => call)).toContain(revoke);
  });
});

test('counts waiting emails and running imports on the overview', async () => {
  openArea('/admin', {
    [DAY]: answer(noClasses),
    [EMAILS]: answer({ waiting: 12, retried: 3 }),
    [IMPORTS]: answer([running, { ...running, _id: '66f000000000000000000802', state: 'done' }]),
  });
  expect(await screen.findByText('Emails waiting')).toBeTruthy();
  expect(await screen.findByText('12')).toBeTruthy();
  expect(screen.getByText('Emails retried')).toBeTruthy();
  const card = (await screen.findByText('Imports running')).parentElement;
  await waitFor(() => expect(card?.textContent).toBe('Imports running1'));
});

test('shows the 404 page for an unknown page of the area', async () => {
  openArea('/admin/nothing', {});
  expect(await screen.findByRole('heading', { name: 'Page Not Found' })).toBeTruthy();
});

test('compares flag rates of all courses by device and network', async () => {
  openArea('/admin/flag-rates', {
    'GET /api/analytics/flag-rates/all': answer({
      devices: [{ kind: 'ios', marks: 400, flagged: 20, toReview: 4 }],
      networks: [{ onCampus: true, marks: 0, flagged: 0, toReview: 0 }],
    }),
  });
  expect(await screen.findByRole('heading', { name: 'Flag rates' })).toBeTruthy();
  const row = (await screen.findByText('iPhone or iPad')).closest('tr');
  expect(row?.textContent).toMatch(/400.*5.?%.*\(20\).*1.?%.*\(4\)/);
  expect(screen.getByText('Campus network')).toBeTruthy();
});

describe('institution requirements', () => {
  const DECIDE = 'PUT /api/sessions/institution-policy';
  const floor = { ...NO_CHECKS, requirePin: true };

  test('can be changed by an administrator', async () => {
    const server = openArea('/admin/requirements', {
      [FLOOR]: answer({ floor, decided: true }),
      [DECIDE]: answer({ floor: { ...floor, requireDevice: true }, decided: true }),
    });
    const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'PIN' });
    expect(box.checked).toBe(true);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Registered device' }));
    await press('Save requirements');
    expect(await screen.findByText('Requirements saved')).toBeTruthy();
    expect(server.bodiesOf(DECIDE)).toEqual([{ floor: { ...floor, requireDevice: true } }]);
  });

  const checkbox = (name: string | RegExp) => screen.findByRole<HTMLInputElement>('checkbox', { name });
  const none = answer({ floor: NO_CHECKS, decided: true });

  test('keep the changes that another administrator made since the page was loaded', async () => {
    const both = { ...floor, requirePasskey: true };
    const server = openArea('/admin/requirements', {
      [FLOOR]: none,
      [DECIDE]: answer({ floor: both, decided: true }),
    });
    await userEvent.click(await checkbox(/^Passkey/));
    server.give(FLOOR, answer({ floor, decided: true }));
    await press('Save requirements');
    expect(await screen.findByText('Requirements saved')).toBeTruthy();
    expect(server.bodiesOf(DECIDE)).toEqual([{ floor: both }]);
    expect((await checkbox('PIN')).checked).toBe(true);
  });

  test('show the changes of another administrator beside unsaved changes', async () => {
    const server = openArea('/admin/requirements', { [FLOOR]: none });
    await userEvent.click(await checkbox(/^Passkey/));
    server.give(FLOOR, answer({ floor, decided: true }));
    jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
    fireEvent(window, new Event('visibilitychange'));
    await waitFor(async () => expect((await checkbox('PIN')).checked).toBe(true));
    expect((await checkbox(/^Passkey/)).checked).toBe(true);
  });

  test('are announced as missing until an administrator has chosen them', async () => {
    const server = openArea('/admin', {
      [DAY]: answer(noClasses),
      [FLOOR]: answer({ floor: NO_CHECKS, decided: false }),
      [DECIDE]: answer({ floor: NO_CHECKS, decided: true }),
    });
    expect(await screen.findByText(/Nothing has changed in yours/)).toBeTruthy();
    await press('Keep it as it is');
    await waitFor(() => expect(screen.queryByText(/Nothing has changed in yours/)).toBeNull());
    expect(server.bodiesOf(DECIDE)).toEqual([{ floor: NO_CHECKS }]);
  });
});
