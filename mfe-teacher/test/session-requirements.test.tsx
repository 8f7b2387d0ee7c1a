import { afterEach, describe, expect, test } from '@jest/globals';
import { newSessionSchema, OPEN_POLICY, routes } from '@qr-attendance/contracts';
import { answer, callOf, fakeApi, refusal, type Answers } from '@qr-attendance/web-kit/testing';
import { beInsecure, beSecure } from '@qr-attendance/web-kit/testing/secure-browser';
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

describe('when students are late', () => {
  const late = () => screen.getByLabelText<HTMLInputElement>('Late after (minutes)');
  const usual = (lateAfterMinutes: number) => ({ [DEFAULTS]: answer({ ...defaults, lateAfterMinutes }) });

  test.each([
    [15, 'Leave empty for the course’s default of 15 minutes. 0 means nobody is late.'],
    [1, 'Leave empty for the course’s default of 1 minute. 0 means nobody is late.'],
    [0, 'Leave empty for the course’s default: nobody is late.'],
  ])('is by the course’s default of %i, which is shown and left to the server', async (minutes, words) => {
    const { sent, created } = start(usual(minutes));
    expect(await screen.findByText(words)).toBeTruthy();
    expect([late().value, late().placeholder]).toEqual(['', String(minutes)]);
    await sent();
    expect(created()[0]?.body).not.toHaveProperty('lateAfterMinutes');
  });

  test.each([0, 25])('is what the teacher types: %i', async (typed) => {
    const { sent, created } = start(usual(15));
    fireEvent.change(late(), { target: { value: String(typed) } });
    await sent();
    expect(created()[0]?.body).toMatchObject({ lateAfterMinutes: typed });
  });

  test('is left to the course again where the field is emptied', async () => {
    const { sent, created } = start(usual(15));
    fireEvent.change(late(), { target: { value: '25' } });
    fireEvent.change(late(), { target: { value: '' } });
    await sent();
    expect(created()[0]?.body).not.toHaveProperty('lateAfterMinutes');
  });

  test('is left to the course where its default could not be read', async () => {
    const { sent, created } = start({ [DEFAULTS]: refusal(400) });
    await screen.findByText(/could not be loaded/);
    expect(screen.getByText('Leave empty for the course’s default. 0 means nobody is late.')).toBeTruthy();
    await sent();
    expect(created()[0]?.body).not.toHaveProperty('lateAfterMinutes');
  });

  test('is told to be out of range beside the field, and nothing is sent', async () => {
    const { created } = start(usual(15));
    fireEvent.change(late(), { target: { value: '601' } });
    fireEvent.click(screen.getByRole('button', { name: 'Generate QR Code' }));
    expect(await screen.findByText('Enter 0 to 600 minutes')).toBeTruthy();
    expect(created()).toEqual([]);
  });
});

describe('what a session requires', () => {
  test('is one line saying the course’s defaults, which are left to the server', async () => {
    const { sent } = start();
    expect(await screen.findByText('PIN and the network 10.20.0.0/16')).toBeTruthy();
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(await sent()).toBeUndefined();
  });

  test('starts from the defaults when it is changed, and is sent whole', async () => {
    const { sent } = start();
    await change();
    const box = (name: RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name });
    expect(box(/^PIN/).checked).toBe(true);
    expect(screen.getByLabelText<HTMLTextAreaElement>(/Allowed networks/).value).toBe('10.20.0.0/16');
    fireEvent.click(box(/^Passkey/));
    fireEvent.change(screen.getByLabelText(/Allowed networks/), { target: { value: '2001:db8::/32\n' } });
    expect(await sent()).toEqual({ ...defaults, requirePasskey: true, networks: ['2001:db8::/32'] });
  });

  test('may be a burst code, which nothing is said of unless somebody has chosen', async () => {
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

  test('is signed or not signed marks, as the teacher chooses', async () => {
    beSecure();
    const { sent } = start();
    await change();
    expect(unsigned().checked).toBe(true);
    fireEvent.click(unsigned());
    expect(await sent()).toEqual({ ...defaults, allowUnsigned: false });
  });

  test('is signed marks where the course says so, unless this session says otherwise', async () => {
    const { sent } = start({ [DEFAULTS]: answer({ ...openDefaults, ...defaults, allowUnsigned: false }) });
    expect(await screen.findByText('PIN, browser that can sign, and the network 10.20.0.0/16')).toBeTruthy();
    await change();
    expect(unsigned().checked).toBe(false);
    fireEvent.click(unsigned());
    expect(await sent()).toEqual({ ...defaults, allowUnsigned: true });
  });

  test('leaves unsigned marks out of the choice on a page without https, where there are no others', async () => {
    beInsecure();
    const { sent } = start();
    await change();
    expect(screen.queryByRole('checkbox', { name: /can’t sign/ })).toBeNull();
    expect(await sent()).toEqual(defaults);
  });

  test('goes back to the defaults by the same button, and then sends none', async () => {
    const { sent } = start();
    await change();
    fireEvent.click(screen.getByRole('checkbox', { name: /^Passkey/ }));
    fireEvent.click(screen.getByRole('button', { name: 'Use the course’s defaults' }));
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(await sent()).toBeUndefined();
  });

  test('with something that is no network is told beside the field, and nothing is sent', async () => {
    const { created } = start();
    await change();
    fireEvent.change(screen.getByLabelText(/Allowed networks/), { target: { value: '10.20.0.0' } });
    fireEvent.click(screen.getByRole('button', { name: 'Generate QR Code' }));
    expect(await screen.findByText(/“10.20.0.0” is not a network/)).toBeTruthy();
    expect(created()).toEqual([]);
  });

  test('shows what the server says of a network beside the networks', async () => {
    const fields = { 'policy.networks.0': 'is not one of ours' };
    start({ [CREATE]: refusal(400, 'The form is wrong', { fields }) });
    await change();
    fireEvent.click(screen.getByRole('button', { name: 'Generate QR Code' }));
    expect(await screen.findByText('is not one of ours')).toBeTruthy();
  });

  test('holds no session up when the defaults cannot be read', async () => {
    const { sent } = start({ [DEFAULTS]: refusal(400) });
    expect(await screen.findByText(/could not be loaded/)).toBeTruthy();
    expect(await sent()).toBeUndefined();
  });
});
