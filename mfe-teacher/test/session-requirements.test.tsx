import { afterEach, describe, expect, test } from '@jest/globals';
import { newSessionSchema, OPEN_POLICY, routes } from '@qr-attendance/contracts';
import { answer, callOf, fakeApi, refusal, type Answers } from '@qr-attendance/web-kit/testing';
import {
  simulateInsecureContext,
  simulateSecureContext,
} from '@qr-attendance/web-kit/testing/secure-browser';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { SessionForm } from '../src/features/generate/components/session-form.tsx';
import { renderTeacher } from './render-teacher.tsx';
import { algorithms, courseId, openDefaults, sessionOf } from './samples.ts';

const { createSession, getSessionDefaults } = routes.session;
const CREATE = callOf(createSession);
const DEFAULTS = callOf(getSessionDefaults);
const courses = [algorithms, { ...algorithms, _id: '66f000000000000000000c02', code: 'CS202' }];
const defaults = { ...OPEN_POLICY, requirePin: true, networks: ['10.20.0.0/16'] };

const start = (answers: Record<string, Answers> = {}) => {
  const server = fakeApi({
    [CREATE]: answer(sessionOf(), 201),
    [DEFAULTS]: ({ query }) =>
      answer(query['courseId'] === courseId ? { ...openDefaults, ...defaults } : openDefaults),
    ...answers,
  });
  renderTeacher(<SessionForm courses={courses} courseId={courseId} onCreated={() => {}} />);
  const sent = async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Generate QR Code' }));
    await waitFor(() => expect(created().length).toBe(1));
    return newSessionSchema.parse(created()[0]?.body).policy;
  };
  const created = () => server.sentTo(CREATE);
  return { created, sent };
};
const change = async () => {
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Change' });
  await waitFor(() => expect(button.disabled).toBe(false));
  fireEvent.click(button);
};

afterEach(cleanup);

describe('the late threshold', () => {
  const late = () => screen.getByLabelText<HTMLInputElement>('Late after (minutes)');
  const usual = (lateAfterMinutes: number) => ({ [DEFAULTS]: answer({ ...defaults, lateAfterMinutes }) });

  test.each([
    [15, 'Leave empty for the course’s default of 15 minutes. 0 means nobody is late.'],
    [1, 'Leave empty for the course’s default of 1 minute. 0 means nobody is late.'],
    [0, 'Leave empty for the course’s default: nobody is late.'],
  ])('is shown as the course’s default of %i, but not sent', async (minutes, words) => {
    const { sent, created } = start(usual(minutes));
    expect(await screen.findByText(words)).toBeTruthy();
    expect([late().value, late().placeholder]).toEqual(['', String(minutes)]);
    await sent();
    expect(created()[0]?.body).not.toHaveProperty('lateAfterMinutes');
  });

  test.each([0, 25])('is the entered value: %i', async (typed) => {
    const { sent, created } = start(usual(15));
    fireEvent.change(late(), { target: { value: String(typed) } });
    await sent();
    expect(created()[0]?.body).toMatchObject({ lateAfterMinutes: typed });
  });

  test('is the course’s default again after the field is cleared', async () => {
    const { sent, created } = start(usual(15));
    fireEvent.change(late(), { target: { value: '25' } });
    fireEvent.change(late(), { target: { value: '' } });
    await sent();
    expect(created()[0]?.body).not.toHaveProperty('lateAfterMinutes');
  });

  test('is not sent if the course’s default could not be loaded', async () => {
    const { sent, created } = start({ [DEFAULTS]: refusal(400) });
    await screen.findByText(/could not be loaded/);
    expect(screen.getByText('Leave empty for the course’s default. 0 means nobody is late.')).toBeTruthy();
    await sent();
    expect(created()[0]?.body).not.toHaveProperty('lateAfterMinutes');
  });

  test('is rejected beside its field if it is out of range, and nothing is sent', async () => {
    const { created } = start(usual(15));
    fireEvent.change(late(), { target: { value: '601' } });
    fireEvent.click(screen.getByRole('button', { name: 'Generate QR Code' }));
    expect(await screen.findByText('Enter 0 to 600 minutes')).toBeTruthy();
    expect(created()).toEqual([]);
  });
});

describe('session requirements', () => {
  test('are summarized in one line, and not sent by default', async () => {
    const { sent } = start();
    expect(await screen.findByText('PIN and the network 10.20.0.0/16')).toBeTruthy();
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(await sent()).toBeUndefined();
  });

  test('start with the defaults when changed, and are sent completely', async () => {
    const { sent } = start();
    await change();
    const box = (name: RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name });
    expect(box(/^PIN/).checked).toBe(true);
    expect(screen.getByLabelText<HTMLTextAreaElement>(/Allowed networks/).value).toBe('10.20.0.0/16');
    fireEvent.click(box(/^Passkey/));
    fireEvent.change(screen.getByLabelText(/Allowed networks/), { target: { value: '2001:db8::/32\n' } });
    expect(await sent()).toEqual({ ...defaults, requirePasskey: true, networks: ['2001:db8::/32'] });
  });

  test('include a burst code only if the teacher chose it', async () => {
    const { sent } = start();
    await change();
    const live = screen.getByRole('checkbox', { name: /^Burst code: changes every 0.75 s/ });
    fireEvent.click(live);
    const words = await screen.findByRole('checkbox', { name: /^Accept two words/ });
    expect(words).toHaveProperty('checked', true);
    fireEvent.click(words);
    expect(await sent()).toEqual({ ...defaults, burstCodes: true, allowWords: false });
  });

  const unsigned = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /can’t sign/ });

  test('require or allow unsigned marks, as the teacher chooses', async () => {
    simulateSecureContext();
    const { sent } = start();
    await change();
    expect(unsigned().checked).toBe(true);
    fireEvent.click(unsigned());
    expect(await sent()).toEqual({ ...defaults, allowUnsigned: false });
  });

  test('require signed marks if the course does, unless the session overrides it', async () => {
    const { sent } = start({ [DEFAULTS]: answer({ ...openDefaults, ...defaults, allowUnsigned: false }) });
    expect(await screen.findByText('PIN, browser that can sign, and the network 10.20.0.0/16')).toBeTruthy();
    await change();
    expect(unsigned().checked).toBe(false);
    fireEvent.click(unsigned());
    expect(await sent()).toEqual({ ...defaults, allowUnsigned: true });
  });

  test('omit the choice of signed marks on a page without https', async () => {
    simulateInsecureContext();
    const { sent } = start();
    await change();
    expect(screen.queryByRole('checkbox', { name: /can’t sign/ })).toBeNull();
    expect(await sent()).toEqual(defaults);
  });

  test('return to the defaults with the same button, and are not sent then', async () => {
    const { sent } = start();
    await change();
    fireEvent.click(screen.getByRole('checkbox', { name: /^Passkey/ }));
    fireEvent.click(screen.getByRole('button', { name: 'Use the course’s defaults' }));
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(await sent()).toBeUndefined();
  });

  test('show an error beside an invalid network, and send nothing', async () => {
    const { created } = start();
    await change();
    fireEvent.change(screen.getByLabelText(/Allowed networks/), { target: { value: '10.20.0.0' } });
    fireEvent.click(screen.getByRole('button', { name: 'Generate QR Code' }));
    expect(await screen.findByText(/“10.20.0.0” is not a network/)).toBeTruthy();
    expect(created()).toEqual([]);
  });

  test('show the server’s message about a network beside the field', async () => {
    const fields = { 'policy.networks.0': 'is not one of ours' };
    start({ [CREATE]: refusal(400, 'The form is wrong', { fields }) });
    await change();
    fireEvent.click(screen.getByRole('button', { name: 'Generate QR Code' }));
    expect(await screen.findByText('is not one of ours')).toBeTruthy();
  });

  test('do not block a session if the defaults cannot be loaded', async () => {
    const { sent } = start({ [DEFAULTS]: refusal(400) });
    expect(await screen.findByText(/could not be loaded/)).toBeTruthy();
    expect(await sent()).toBeUndefined();
  });
});
