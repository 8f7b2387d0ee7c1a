import { afterEach, describe, expect, test } from '@jest/globals';
import type { AttendanceRecord, AuditEntry, Dispute } from '@qr-attendance/contracts';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { answer, refusal, type Answers } from '@qr-attendance/web-kit/testing';
import { openArea, profileOf, user } from './support/open-area.tsx';
import { course, record } from './support/samples.ts';

const LIST = 'GET /api/attendance';
const HISTORY = `GET /api/attendance/${record._id}/history`;
const DISPUTE = `POST /api/attendance/${record._id}/dispute`;
const student = { _id: user._id, name: user.name, userType: 'STUDENT' as const };
const teacher = {
  _id: '7c1f9f5e-2d5b-4f6c-8f0e-2a4b5c6d7e01',
  name: 'Ada Lovelace',
  userType: 'TEACHER' as const,
};
const entry = (over: Partial<AuditEntry>): AuditEntry => ({
  at: '2026-09-14T09:15:00.000Z',
  action: 'marked',
  actor: student,
  from: null,
  to: 'LATE',
  reason: null,
  ...over,
});
const corrected = entry({
  at: '2026-09-14T12:00:00.000Z',
  action: 'corrected',
  actor: teacher,
  from: 'LATE',
  to: 'EXCUSED',
  reason: 'The tram stood still.',
});
const dispute: Dispute = { note: 'I was there at nine.', at: '2026-09-14T10:00:00.000Z' };
const answered: Dispute = { ...dispute, answer: 'So you were.', answeredAt: '2026-09-14T12:00:00.000Z' };

const openHistory = (
  over: Partial<AttendanceRecord> = {},
  answers: Record<string, Answers> = {},
  renew?: () => Promise<string>,
) =>
  openArea(
    '/student/history',
    {
      'GET /api/courses': answer([course()]),
      [LIST]: answer([{ ...record, ...over }]),
      [HISTORY]: answer([entry({})]),
      ...answers,
    },
    profileOf(),
    renew,
  );
const openMark = async () => {
  await userEvent.click(await screen.findByRole('button', { name: /^Open Algorithms, / }));
  return screen.findByRole('dialog', { name: /Algorithms \(CS201\)/ });
};
const report = (name = 'Report a problem') => userEvent.click(screen.getByRole('button', { name }));
const say = async (note: string) => {
  await report();
  await userEvent.type(screen.getByLabelText('What is wrong?'), note);
  await userEvent.click(screen.getByRole('button', { name: 'Send report' }));
};

afterEach(cleanup);

describe('an attendance record', () => {
  test.each([
    [{ answeredAt: '2026-09-14T09:41:00.000Z' }, /^Presence check recorded, \d/],
    [{ missed: true }, /^You did not answer when the class was asked to scan again\./],
  ])('shows the result of a presence check: %p', async (presenceCheck, words) => {
    openHistory({ presenceCheck });
    expect(within(await openMark()).getByText(words)).toBeTruthy();
  });

  test('shows what happened, who did it, and why', async () => {
    openHistory({ status: 'EXCUSED' }, { [HISTORY]: answer([entry({}), corrected]) });
    const dialog = within(await openMark());
    const [first, second] = await dialog.findAllByRole('listitem');
    expect(first?.textContent).toContain('Marked with the code');
    expect(first?.textContent).not.toContain(user.name);
    expect(second?.textContent).toMatch(/Corrected, by .*Ada Lovelace/);
    expect(second?.textContent).toContain('Late → Excused');
    expect(second?.textContent).toContain('The tram stood still.');
    await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test.each(['TEACHER', 'STUDENT'] as const)(
    'identifies who corrected the record even if a teacher and the student have the same name: %s',
    async (userType) => {
      const actor = { ...teacher, name: user.name, userType };
      openHistory({ status: 'EXCUSED' }, { [HISTORY]: answer([entry({}), { ...corrected, actor }]) });
      const [first, second] = await within(await openMark()).findAllByRole('listitem');
      expect(first?.textContent).not.toContain(user.name);
      expect(second?.textContent).toMatch(/Corrected, by .*Grace Hopper/);
    },
  );

  test('shows no time of a record that was set without a scan', async () => {
    openHistory({ status: 'EXCUSED', timestamp: '2026-09-14T20:59:00.000Z', scannedAt: undefined });
    const row = (await screen.findAllByRole('row'))[1];
    expect(row?.textContent).toContain('Excused');
    expect(row?.textContent).not.toContain(':59');
  });

  test('shows that its history failed to load and retries', async () => {
    openHistory({}, { [HISTORY]: [refusal(404, ''), answer([entry({})])] });
    const dialog = within(await openMark());
    expect(await dialog.findByText('Failed to load what happened to this record')).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Try again' }));
    expect(await dialog.findByText('Marked with the code')).toBeTruthy();
  });
});

describe('a receipt', () => {
  const RECEIPT = `GET /api/attendance/${record._id}/receipt`;
  const get = () => userEvent.click(screen.getByRole('button', { name: 'Get a receipt' }));

  test('shows a QR code that links to the verification page, and can be saved as a file', async () => {
    openHistory({}, { [RECEIPT]: answer({ receipt: 'eyJa.eyJb.c' }) });
    const dialog = within(await openMark());
    expect(dialog.getByText(/does not prove that you were there/)).toBeTruthy();
    await get();
    const picture = await dialog.findByRole<HTMLImageElement>('img', { name: /QR code of the receipt/ });
    expect(picture.src).toMatch(/^data:image\/svg\+xml,/);
    const check = dialog.getByRole('link', { name: 'Check the receipt' });
    expect(check.getAttribute('href')).toBe('/receipt#eyJa.eyJb.c');
    const saved: Blob[] = [];
    URL.createObjectURL = (content) => `#${saved.push(content as Blob)}`;
    URL.revokeObjectURL = () => {};
    await userEvent.click(dialog.getByRole('button', { name: 'Save as a file' }));
    expect(await screen.findByText('attendance-receipt-2026-09-14.txt is in your downloads')).toBeTruthy();
    const reader = new FileReader();
    const read = new Promise((resolve) => (reader.onload = () => resolve(reader.result)));
    reader.readAsText(saved[0]!);
    const text = await read;
    for (const part of [user.name, 'Algorithms (CS201)', 'Late', '/receipt', '\neyJa.eyJb.c\n'])
      expect(text).toContain(part);
  });

  test('shows why the receipt could not be issued', async () => {
    openHistory({}, { [RECEIPT]: refusal(404, 'Your institution does not issue receipts.') });
    const dialog = within(await openMark());
    await get();
    expect(await dialog.findByText('Your institution does not issue receipts.')).toBeTruthy();
  });
});

describe('disputing a record', () => {
  test('opens a focused form, and closes it again', async () => {
    openHistory();
    await openMark();
    expect(screen.queryByLabelText('What is wrong?')).toBeNull();
    await report();
    expect(document.activeElement).toBe(screen.getByLabelText('What is wrong?'));
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByLabelText('What is wrong?')).toBeNull();
  });

  test('sends the note once, and then shows that an answer is pending', async () => {
    const { sent } = openHistory({}, { [DISPUTE]: answer({ ...record, dispute }) });
    await openMark();
    await say('I was there{Enter}at nine.');
    expect(await screen.findByText('I was there at nine.')).toBeTruthy();
    expect(screen.getByText(/has not answered yet/)).toBeTruthy();
    expect(screen.queryByLabelText('What is wrong?')).toBeNull();
    expect(sent.find(({ call }) => call === DISPUTE)?.body).toEqual({ note: 'I was there at nine.' });
    expect(sent.filter(({ call }) => call === HISTORY)).toHaveLength(2);
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.getByText('reported')).toBeTruthy();
  });

  test('does not send the note after Cancel, even if the request waited for a new token', async () => {
    const renewal = Promise.withResolvers<string>();
    const sentReport = answer({ ...record, dispute });
    const { bodiesOf } = openHistory(
      {},
      { [DISPUTE]: [refusal(401), sentReport, sentReport] },
      () => renewal.promise,
    );
    await openMark();
    await say('Wrong.');
    await waitFor(() => expect(bodiesOf(DISPUTE)).toHaveLength(1));
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    renewal.resolve('token');
    await say('Right.');
    expect(await screen.findByText(/has not answered yet/)).toBeTruthy();
    expect(bodiesOf(DISPUTE)).toEqual([{ note: 'Wrong.' }, { note: 'Right.' }]);
  });

  test('requires a note', async () => {
    const { sent } = openHistory();
    await openMark();
    await report();
    await userEvent.click(screen.getByRole('button', { name: 'Send report' }));
    expect(await screen.findByText('Enter what is wrong')).toBeTruthy();
    expect(sent.some(({ call }) => call === DISPUTE)).toBe(false);
  });

  test('keeps the note and shows the server’s message if sending fails', async () => {
    openHistory({}, { [DISPUTE]: refusal(409, 'Your teacher has not answered yet.') });
    await openMark();
    await say('I was there.');
    expect(await screen.findByText('Your teacher has not answered yet.')).toBeTruthy();
    expect(screen.getByLabelText<HTMLTextAreaElement>('What is wrong?').value).toBe('I was there.');
  });

  test('shows the teacher’s answer and allows another dispute', async () => {
    openHistory({ dispute: answered });
    expect(await screen.findByText('answered')).toBeTruthy();
    const dialog = within(await openMark());
    expect(dialog.getByText('So you were.')).toBeTruthy();
    await report('Report another problem');
    expect(dialog.getByLabelText('What is wrong?')).toBeTruthy();
  });
});

test('explains in plain words why the teacher may review a record', async () => {
  openHistory({ flags: [{ reason: 'new_device', at: record.timestamp }] });
  const dialog = within(await openMark());
  expect(await dialog.findByText('You used a device that you had not used before.')).toBeTruthy();
  expect(dialog.getByText(/Your teacher decides\.$/)).toBeTruthy();
});
