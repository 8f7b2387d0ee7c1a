import { afterEach, describe, expect, test } from '@jest/globals';
import { newSessionSchema, OPEN_POLICY, routes, type Course } from '@qr-attendance/contracts';
import { ApiError } from '@qr-attendance/web-kit';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { SessionForm } from '../src/features/generate/components/session-form.tsx';
import { makeHost, renderTeacher } from './fake-host.tsx';

const courseOf = (n: number, code: string) =>
  ({ _id: `66f000000000000000000c0${n}`, name: 'Algorithms', code }) as Course;
const courses = [courseOf(1, 'CS201'), courseOf(2, 'CS202')];
const defaults = { ...OPEN_POLICY, requirePin: true, networks: ['10.20.0.0/16'] };

const start = (answer: (route: object) => unknown = () => undefined) => {
  const server = makeHost(({ route, query }) => {
    const answered = answer(route);
    if (answered !== undefined) return answered;
    if (route !== routes.session.getSessionDefaults) return { _id: 's' };
    return query?.['courseId'] === courses[0]?._id ? defaults : OPEN_POLICY;
  });
  renderTeacher(
    <SessionForm courses={courses} courseId={courses[0]?._id} onCreated={() => {}} />,
    server.host,
  );
  const sent = async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Generate QR Code' }));
    await waitFor(() => expect(created().length).toBe(1));
    return newSessionSchema.parse(created()[0]?.body).policy;
  };
  const created = () => server.asked.filter(({ route }) => route === routes.session.createSession);
  return { ...server, created, sent };
};
const change = async () => {
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Change' });
  await waitFor(() => expect(button.disabled).toBe(false));
  fireEvent.click(button);
};

afterEach(cleanup);

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
    start((route) => {
      if (route !== routes.session.createSession) return undefined;
      const fields = { 'policy.networks.0': 'is not one of ours' };
      throw new ApiError(400, { error: 'The form is wrong', details: { fields } });
    });
    await change();
    fireEvent.click(screen.getByRole('button', { name: 'Generate QR Code' }));
    expect(await screen.findByText('is not one of ours')).toBeTruthy();
  });

  test('holds no session up when the defaults cannot be read', async () => {
    const { sent } = start((route) => {
      if (route === routes.session.getSessionDefaults) throw new ApiError(400);
    });
    expect(await screen.findByText(/could not be read/)).toBeTruthy();
    expect(await sent()).toBeUndefined();
  });
});
