import { afterEach, describe, expect, test } from '@jest/globals';
import { newSessionSchema, routes, type PresenceCheck } from '@qr-attendance/contracts';
import { formatTime } from '@qr-attendance/web-kit';
import { answer, callOf, fakeApi, type FakeApi, type SentRequest } from '@qr-attendance/web-kit/testing';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { SessionForm } from '../src/features/generate/components/session-form.tsx';
import { ProjectorPage } from '../src/features/session/pages/projector-page.tsx';
import { PresenceCheckCard } from '../src/features/session/components/presence-check-card.tsx';
import { SessionSide } from '../src/features/session/components/session-side.tsx';
import { mergeRoster } from '../src/features/session/roster-rules.ts';
import { renderTeacher } from './render-teacher.tsx';
import {
  algorithms,
  courseId,
  markOf,
  openDefaults,
  rosterOf,
  sessionId as id,
  sessionOf,
} from './samples.ts';

const { askPresenceCheck, createSession, getSession, getSessionDefaults, refreshCode, showPresenceCheck } =
  routes.session;
const [ASK, SHOWN, REFRESH] = [callOf(askPresenceCheck), callOf(showPresenceCheck), callOf(refreshCode)];
const LIST = callOf(routes.attendance.getRoster);

const openedAt = '2026-09-14T09:40:00.000Z';
const endsAt = '2026-09-14T09:41:00.000Z';
const isOpen: PresenceCheck = { state: 'open', openedAt, endsAt, endsInMs: 60_000 };
const answeredAt = '2026-09-14T09:40:30.000Z';
const roster = [
  markOf(1, { presenceCheck: { answeredAt } }),
  markOf(2),
  // Students who were marked later, by the teacher, or as absent were not asked.
  markOf(3, { timestamp: '2026-09-14T09:50:00.000Z' }),
  markOf(4, { reviewedAt: '2026-09-14T09:10:00.000Z' }),
  markOf(5, { status: 'ABSENT' }),
];
const running = (presenceCheck: PresenceCheck | undefined) =>
  sessionOf({
    state: 'running',
    qrCode: 'ABCD1234',
    codeExpiresAt: new Date(Date.now() + 30_000).toISOString(),
    refreshInterval: 60,
    presenceCheck,
  });

afterEach(cleanup);

/** Requests that replace a code; other requests only read the next one. */
const replacements = ({ bodiesOf }: FakeApi) =>
  bodiesOf(REFRESH).filter((body) => (body as { replaces?: string }).replaces === 'ABCD1234');

/** Replaces the code if the page requests it. */
const fresh = ({ body }: SentRequest) =>
  answer({
    qrCode: (body as { replaces?: string }).replaces === '' ? 'ABCD1234' : 'WXYZ9876',
    refreshInterval: 60,
    codeExpiresAt: new Date(Date.now() + 60_000).toISOString(),
  });

describe('the projector', () => {
  const start = (presenceCheck: PresenceCheck | undefined, shown = presenceCheck) => {
    const server = fakeApi({
      [callOf(getSession)]: answer(running(presenceCheck)),
      [LIST]: answer(rosterOf(roster)),
      [REFRESH]: fresh,
      ...(shown && { [SHOWN]: answer(shown) }),
    });
    renderTeacher(
      <Routes>
        <Route path="/teacher/sessions/:sessionId/projector" element={<ProjectorPage />} />
      </Routes>,
      `/sessions/${id}/projector`,
    );
    return server;
  };

  test('asks the class to scan a new code for one minute', async () => {
    const server = start({ state: 'waiting' }, isOpen);
    const asked = await screen.findByRole('alert');
    await waitFor(() =>
      expect(asked.textContent).toMatch(/^Presence check: scan the code again (60|59) s left$/),
    );
    await waitFor(() => expect(replacements(server)).toHaveLength(1));
    await waitFor(() =>
      expect(
        screen.getByRole('img', { name: 'QR code to mark attendance' }).getAttribute('data-qr'),
      ).toContain('WXYZ9876'),
    );
  });

  test('reports to the server that it shows the code, and shows nothing before the check', async () => {
    const server = start({ state: 'waiting' });
    await waitFor(() => expect(server.sentTo(SHOWN)).toHaveLength(1));
    expect((await screen.findByRole('alert')).textContent).toBe('');
    expect(replacements(server)).toHaveLength(0);
  });

  test('shows nothing without a presence check or after it', async () => {
    for (const none of [undefined, { state: 'over', openedAt, endsAt }]) {
      const server = start(none);
      await screen.findByTestId('typed-code');
      expect(server.sentTo(SHOWN)).toHaveLength(0);
      cleanup();
    }
  });
});

describe('the session page', () => {
  const start = (presenceCheck: PresenceCheck, over: object = {}) => {
    const server = fakeApi({
      [LIST]: answer(rosterOf(roster)),
      [ASK]: answer(isOpen),
      [SHOWN]: answer(isOpen),
    });
    renderTeacher(<PresenceCheckCard session={{ ...running(presenceCheck), ...over }} />);
    return server;
  };
  const status = () => screen.findByRole('status');
  const says = (words: string) => waitFor(async () => expect((await status()).textContent).toBe(words));
  const button = () => screen.queryByRole('button', { name: 'Ask now' });

  test('shows when the check took place, and how many students answered', async () => {
    start({ state: 'over', openedAt, endsAt });
    await says(`${formatTime(openedAt)} to ${formatTime(endsAt)}: 1 of 2 answered`);
    expect(button()).toBeNull();
  });

  test('starts the check with a button and then shows who answers', async () => {
    const server = start({ state: 'waiting' });
    await says('The class will be asked at a random moment while the projector view is shown.');
    fireEvent.click(button()!);
    await says(`The class is asked until ${formatTime(endsAt)}: 1 of 2 answered`);
    expect(server.sentTo(ASK)).toHaveLength(1);
    await waitFor(() => expect(server.sentTo(SHOWN).length).toBeGreaterThan(0));
    expect(button()).toBeNull();
  });

  test('renews the code once when the check starts, because phones ignore codes that they have scanned', async () => {
    const server = fakeApi({
      [LIST]: answer(rosterOf(roster)),
      [ASK]: answer(isOpen),
      [SHOWN]: answer(isOpen),
      [REFRESH]: fresh,
    });
    renderTeacher(<SessionSide session={running({ state: 'waiting' })} receivedAt={Date.now()} />);
    expect((await screen.findByTestId('typed-code')).textContent).toContain('ABCD');
    expect(replacements(server)).toHaveLength(0);
    fireEvent.click(button()!);
    await waitFor(() => expect(screen.getByTestId('typed-code').textContent).toContain('WXYZ'));
    await waitFor(() => expect(server.sentTo(SHOWN).length).toBeGreaterThan(0));
    expect(replacements(server)).toHaveLength(1);
  });

  test.each<[string, PresenceCheck, object, string]>([
    [
      'the check is due but no projector view is open',
      { state: 'waiting', due: true },
      {},
      'It is time for the presence check. Show the projector view, or select Ask now.',
    ],
    [
      'the check was not shown until its end',
      { state: 'void', openedAt, endsAt },
      {},
      'The code was not shown until the end, so this presence check does not count. The class will be asked again.',
    ],
    [
      'the session ended without a check',
      { state: 'waiting' },
      { active: false, state: 'ended' },
      'No presence check was shown until its end, so nobody is flagged or counted as late.',
    ],
  ])('explains why %s', async (_what, look, over, words) => {
    start(look, over);
    await says(words);
  });

  test('shows that nobody is flagged if fewer than half answered', async () => {
    fakeApi({ [LIST]: answer(rosterOf([...roster, markOf(6)])) });
    renderTeacher(<PresenceCheckCard session={running({ state: 'over', openedAt, endsAt })} />);
    const over = `${formatTime(openedAt)} to ${formatTime(endsAt)}: 1 of 3 answered`;
    await says(`${over}. Fewer than half answered, so nobody is flagged or counted as late.`);
  });

  test('does not count answers to an earlier, void check', async () => {
    const first = markOf(1, { presenceCheck: { answeredAt: '2026-09-14T09:20:30.000Z' } });
    // Scans have times in whole seconds.
    const second = markOf(2, { presenceCheck: { answeredAt: openedAt } });
    fakeApi({ [LIST]: answer(rosterOf([first, second])) });
    const repeated: PresenceCheck = { state: 'over', openedAt: '2026-09-14T09:40:00.700Z', endsAt };
    renderTeacher(<PresenceCheckCard session={running(repeated)} />);
    await says(`${formatTime(openedAt)} to ${formatTime(endsAt)}: 1 of 2 answered`);
  });

  test('applies an answer from the live stream, and then ignores an older state', () => {
    const [before, after] = [markOf(1), markOf(1, { presenceCheck: { answeredAt } })];
    expect(mergeRoster([before], [after])).toEqual([after]);
    expect(mergeRoster([after], [before])).toEqual([after]);
  });
});

describe('the session form', () => {
  test('uses the presence check of the course until the teacher chooses', async () => {
    const server = fakeApi({
      [callOf(createSession)]: answer(sessionOf(), 201),
      [callOf(getSessionDefaults)]: answer({ ...openDefaults, presenceCheck: 'review' }),
    });
    renderTeacher(<SessionForm courses={[algorithms]} courseId={courseId} onCreated={() => {}} />);
    expect(await screen.findByText('Presence check during the class')).toBeTruthy();
    fireEvent.click(await screen.findByRole('button', { name: 'Change' }));
    const choice = await screen.findByLabelText('Ask again during the class');
    expect(screen.getByText('Yes, and flag students who do not answer')).toBeTruthy();
    fireEvent.mouseDown(choice);
    fireEvent.click(await screen.findByText('Yes, and count students who do not answer as late'));
    fireEvent.click(screen.getByRole('button', { name: 'Generate QR Code' }));
    const created = () => server.sentTo(callOf(createSession));
    await waitFor(() => expect(created()).toHaveLength(1));
    expect(newSessionSchema.parse(created()[0]?.body).policy?.presenceCheck).toBe('late');
  });
});
