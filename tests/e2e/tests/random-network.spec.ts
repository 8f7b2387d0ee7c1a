import type { Browser, Page } from '@playwright/test';
import type { AttendanceRecord, Session } from '@qr-attendance/contracts';
import { randomOf, startBadNetwork, type BadNetwork, type Random } from '../support/bad-network.ts';
import type { Campus, Member } from '../support/campus.ts';
import {
  createExpectedDecisions,
  readPresses,
  recordPresses,
  type Decision,
} from '../support/expected-decisions.ts';
import { expect, signInAs, test } from '../support/test.ts';
import { newStudent, runningClass, type World } from '../support/world.ts';

/** `RANDOM_NETWORK_SEED=<seed> RANDOM_NETWORK_RUNS=1` repeats a single run. */
const RUNS = Number(process.env['RANDOM_NETWORK_RUNS'] ?? 1);
const FIRST_SEED = Number(process.env['RANDOM_NETWORK_SEED'] ?? 1);
const STEPS = 22;
/**
 * Pages may wait for a retry, a reconnection or the next poll, and must not show unconfirmed data as settled
 * until then.
 */
const SOON = { timeout: 60_000, intervals: [100, 200, 300, 500] };

interface ServerState {
  active: boolean;
  statuses: Record<string, string>;
  disputed: string[];
  decided: string[];
  records: AttendanceRecord[];
}
const readTruth = async (
  campus: Campus,
  { teacher, session }: Pick<World, 'teacher' | 'session'>,
): Promise<ServerState> => {
  const [records, { active }] = await Promise.all([
    campus.call<AttendanceRecord[]>('GET', `/api/attendance?sessionId=${session._id}`, teacher.token),
    campus.call<Session>('GET', `/api/sessions/${session._id}`, teacher.token),
  ]);
  return {
    active,
    statuses: Object.fromEntries(records.map(({ student, status }) => [student._id, status])),
    disputed: records.filter(({ dispute }) => dispute).map(({ student }) => student._id),
    decided: records.filter(({ reviewedAt }) => reviewedAt).map(({ student }) => student._id),
    records,
  };
};

const SAYS_SO =
  /You are offline|trying again|Trying again in|Not sent yet|Not confirmed yet|Sending…|Marking your attendance|Live updates are interrupted|could not be reached|no connection|Failed to fetch/;

interface PageState {
  path: string;
  statuses: Record<string, string>;
  waiting: string[];
  disputed: boolean;
  mayEnd: boolean;
  isLoaded: boolean;
  /** The page shows that its data may be outdated, or offers to reload it. */
  saysSo: boolean;
  text: string;
}
/**
 * Runs in the browser. Student pages reload when the user returns; the teacher's page stays visible, so it
 * must update itself.
 */
const lookAt = (me: string): string => `(() => {
  if (!location.pathname.startsWith('/teacher')) window.dispatchEvent(new Event('visibilitychange'));
  const statuses = {};
  const waiting = [];
  const word = (node) => /Present|Late|Absent|Excused/.exec(node?.textContent ?? '')?.[0]?.toUpperCase();
  const note = (id, node) => {
    const status = word(node);
    if (status) statuses[id] = status;
  };
  for (const row of document.querySelectorAll('tr[data-student]')) {
    if (row.ariaBusy === 'true') waiting.push(row.dataset.student);
    note(row.dataset.student, row.querySelector('.roster-status'));
  }
  const path = location.pathname;
  const main = document.querySelector('main');
  const text = main?.textContent ?? '';
  const row = main?.querySelector('tbody tr');
  if (path === '/student/history') note('${me}', row);
  if (path.startsWith('/attendance/') && text.includes('Attendance Marked!')) note('${me}', main.querySelector('dl'));
  return {
    path, statuses, waiting,
    text: document.body.innerText,
    offersRetry: [...document.querySelectorAll('button')].some(({ textContent }) => textContent.trim() === 'Try again'),
    disputed: /reported/.test(row?.textContent ?? ''),
    mayEnd: [...document.querySelectorAll('button')].some(({ textContent }) => textContent.trim() === 'End Session'),
    isLoaded: path.startsWith('/teacher')
      ? document.querySelector('tr[data-student]') !== null
      : Boolean(row) || text.includes('No attendance records found'),
  };
})()`;
const look = async (page: Page, me: string): Promise<PageState> => {
  const { offersRetry, ...seen } = await page.evaluate<Omit<PageState, 'saysSo'> & { offersRetry: boolean }>(
    lookAt(me),
  );
  return { ...seen, saysSo: offersRetry || SAYS_SO.test(seen.text) };
};

interface Person {
  name: string;
  page: Page;
  network: BadNetwork;
  member: Member;
}
const join = async (browser: Browser, random: Random, url: string, member: Member): Promise<Person> => {
  const network = await startBadNetwork(random);
  const context = await browser.newContext({
    baseURL: url,
    proxy: {
      server: network.url,
      bypass: '<-loopback>',
    },
    serviceWorkers: 'block',
    viewport: {
      width: 1280,
      height: 800,
    },
  });
  const page = await context.newPage();
  await recordPresses(page);
  await signInAs(page, member);
  return { name: member.name, page, network, member };
};

/** The difference between the teacher's page and the server; undefined without a difference. */
const judgeTeacher = (shown: PageState, truth: ServerState, students: string[]): string | undefined => {
  if (shown.saysSo) return undefined;
  if (!shown.isLoaded) return `shows no roster, and no reason: ${shown.text}`;
  if (shown.mayEnd !== truth.active) return `offers to end: ${shown.mayEnd}; active: ${truth.active}`;
  for (const id of students)
    if (!shown.waiting.includes(id) && shown.statuses[id] !== truth.statuses[id])
      return `shows ${shown.statuses[id]} of ${id}; the server holds ${truth.statuses[id]}`;
  return undefined;
};
const judgeStudent = (
  shown: PageState,
  truth: ServerState,
  held: Set<string>,
  id: string,
): string | undefined => {
  if (shown.path.startsWith('/attendance/')) {
    const claim = shown.statuses[id];
    return claim && !held.has(claim) ? `claims ${claim}; the server held ${[...held].join(', ')}` : undefined;
  }
  if (shown.path !== '/student/history' || shown.saysSo) return undefined;
  if (!shown.isLoaded) return `shows no list, and no reason: ${shown.text}`;
  if (shown.statuses[id] !== truth.statuses[id])
    return `shows ${shown.statuses[id]}; the server holds ${truth.statuses[id]}`;
  if (shown.disputed !== truth.disputed.includes(id))
    return `shows as reported: ${shown.disputed}; the server: ${truth.disputed.includes(id)}`;
  return undefined;
};

type Action = [name: string, act: () => Promise<unknown>];
const BRIEF = { timeout: 2_000 };
const pressIfThere = async (page: Page, selector: string): Promise<boolean> => {
  const [control] = await page.locator(selector).filter({ visible: true }).all();
  if (!control) return false;
  return control.click(BRIEF).then(
    () => true,
    () => false,
  );
};

const teacherActs = ({ page, name }: Person, random: Random, students: string[]): Action[] => {
  const pick = <Item>(items: Item[]): Item => items[Math.floor(random() * items.length)]!;
  const row = `tr[data-student="${pick(students)}"]`;
  const status = pick(['PRESENT', 'LATE', 'ABSENT', 'EXCUSED']);
  const set = (to = status) => pressIfThere(page, `${row} [data-status="${to}"]`);
  const undo = () => page.keyboard.press('Control+z');
  return [
    [`${name} sets ${status}`, () => set()],
    [`${name} sets ${status}, then LATE`, async () => (await set(), await set('LATE'))],
    [`${name} sets ${status} and undoes it`, async () => (await set(), await undo())],
    [
      `${name} sets ${status}, and undoes it once answered`,
      async () => {
        await set();
        await expect(page.locator(`${row}[aria-busy="true"]`)).toHaveCount(0, SOON);
        await undo();
      },
    ],
    [`${name} undoes`, undo],
    [`${name} undoes twice`, async () => (await undo(), await undo())],
    [`${name} clears`, () => pressIfThere(page, `${row} .roster-clear`)],
  ];
};
const visits = ({ page, name }: Person, { session }: World): Action[] => [
  [`${name} reloads`, () => page.reload()],
  [
    `${name} looks at another page`,
    async () => {
      await page.goto('/teacher');
      await page.goto(`/teacher/sessions/${session._id}`);
    },
  ],
];
/** The teacher acts on another device with a good network, while this page may have no stream. */
const elsewhereActs = (
  { network, member }: Person,
  random: Random,
  { campus, world: { session }, students, decide }: OtherDeviceDeps,
): Action[] => {
  const studentId = students[Math.floor(random() * students.length)]!;
  const status = random() < 0.5 ? 'PRESENT' : 'EXCUSED';
  const sessionId = session._id;
  const find = async () =>
    (await readTruth(campus, { teacher: member, session })).records.find(
      ({ student }) => student._id === studentId,
    );
  const send = (path: string, body: object) =>
    campus.call<{ refused: unknown[] }>('POST', `/api/attendance/statuses${path}`, member.token, {
      sessionId,
      ...body,
    });
  const set = async () => {
    const known = await find();
    if (known?.status === status) return;
    const mark = known && { markId: known._id, version: known.version };
    const { refused } = await send('', { status, students: [{ studentId, ...mark }] });
    if (refused.length === 0) decide(studentId, status);
  };
  const clear = async () => {
    const known = await find();
    if (!known?.reviewedAt) return;
    const { refused } = await send('/clear', { marks: [{ markId: known._id, version: known.version }] });
    if (refused.length === 0) decide(studentId, null);
  };
  return [
    [`${status} is set elsewhere`, set],
    [`the stream is cut and ${status} is set elsewhere`, async () => (network.cutStreams(), await set())],
    [
      'the stream is cut and a decision is cleared elsewhere',
      async () => (network.cutStreams(), await clear()),
    ],
  ];
};
interface OtherDeviceDeps {
  campus: Campus;
  world: World;
  students: string[];
  decide: (studentId: string, decision: Decision) => void;
}
const studentActs = ({ page, name }: Person, { scanned }: World): Action[] => [
  [`${name} scans`, () => page.goto(scanned)],
  [
    `${name} scans and marks`,
    async () => {
      await page.goto(scanned);
      const mark = page.getByRole('button', { name: 'Mark My Attendance' });
      await mark.click(BRIEF).catch(() => undefined);
    },
  ],
  [`${name} marks`, () => pressIfThere(page, 'button:has-text("Mark My Attendance")')],
  [`${name} opens the history`, () => page.goto('/student/history')],
  [`${name} leaves`, () => page.goto('/student')],
  [`${name} reloads`, () => page.reload()],
  [
    `${name} reports a problem`,
    async () => {
      await page.goto('/student/history');
      const open = page.getByRole('button', { name: /^Open Algorithms/ }).first();
      if (
        !(await open.click(BRIEF).then(
          () => true,
          () => false,
        ))
      )
        return;
      const dialog = page.getByRole('dialog');
      await dialog
        .getByRole('button', { name: 'Report a problem' })
        .click(BRIEF)
        .catch(() => undefined);
      await dialog
        .getByLabel('What is wrong?')
        .fill('I was there.', BRIEF)
        .catch(() => undefined);
      await dialog
        .getByRole('button', { name: 'Send report' })
        .click(BRIEF)
        .catch(() => undefined);
      // The report may already be in progress.
      await page.keyboard.press('Escape');
    },
  ],
];
const offlineAct = ({ page, name }: Person): Action => {
  const context = page.context();
  return [
    `${name} goes offline for a moment`,
    async () => {
      await context.setOffline(true);
      await pressIfThere(page, '[data-status="EXCUSED"], button:has-text("Mark My Attendance")');
      await context.setOffline(false);
    },
  ];
};

for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed += 1) {
  test(`every page shows what the server has, whatever the network does to requests (seed ${seed})`, async ({
    browser,
    campus,
    url,
  }) => {
    const random = randomOf(seed);
    const world = await runningClass(campus);
    const second = await newStudent(campus, world, 'Alan Turing');
    const members = [world.teacher, world.student, second];
    const people = await Promise.all(
      members.map((member, index) => join(browser, randomOf(seed * 1_000 + index), url, member)),
    );
    const [teacher, ...students] = people as [Person, Person, Person];
    const ids = students.map(({ member }) => member.id);
    const held = new Map(ids.map((id) => [id, new Set<string>()]));

    const done: string[] = [];
    const expected = createExpectedDecisions(ids);
    const elsewhere = { campus, world, students: ids, decide: expected.decide };
    const findFaults = async (): Promise<string[]> => {
      const seen = await Promise.all(people.map(({ page, member }) => look(page, member.id)));
      const observed = await readPresses(teacher.page);
      const truth = await readTruth(campus, world);
      for (const [id, status] of Object.entries(truth.statuses)) held.get(id)?.add(status);
      const verdicts = people.map(({ name, page, member }, index) => {
        const shown = seen[index]!;
        const wrong =
          page === teacher.page
            ? shown.waiting.length > 0
              ? 'still sends'
              : (expected.judge(observed, truth) ?? judgeTeacher(shown, truth, ids))
            : judgeStudent(shown, truth, held.get(member.id) ?? new Set(), member.id);
        return wrong && `${name} at ${shown.path} ${wrong}`;
      });
      return verdicts.filter((verdict) => verdict !== undefined);
    };
    /** Presses the retry button on pages that could not load their data. */
    const tryAgain = () =>
      Promise.all(people.map(({ page }) => pressIfThere(page, 'button:has-text("Try again")')));
    const expectTruth = (when: string) =>
      expect.poll(findFaults, { ...SOON, message: `${when}; seed ${seed}: ${done.join(', ')}` }).toEqual([]);

    try {
      await Promise.all([
        teacher.page.goto(`/teacher/sessions/${world.session._id}`),
        ...students.map(({ page }) => page.goto('/student/history')),
      ]);
      await expectTruth('at the start');
      for (let step = 0; step < STEPS; step += 1) {
        const kind = random();
        const acts =
          kind < 0.6
            ? teacherActs(teacher, random, ids)
            : kind < 0.8
              ? elsewhereActs(teacher, random, elsewhere)
              : [
                  ...students.flatMap((student) => studentActs(student, world)),
                  ...visits(teacher, world),
                  ...people.map(offlineAct),
                ];
        const [name, act] = acts[Math.floor(random() * acts.length)]!;
        done.push(name);
        await tryAgain();
        await act();
        await expectTruth('after this step');
      }
      if (random() < 0.6) {
        done.push('the teacher ends the class');
        await pressIfThere(teacher.page, 'button:has-text("End Session")');
        await pressIfThere(
          teacher.page,
          '[role="dialog"] button:has-text("End Session"), dialog button:has-text("End Session")',
        );
        await expectTruth('after the end');
      }
      for (const { network } of people) expect(network.countFaults()).toBeGreaterThan(0);
      for (const { network } of people) network.heal();
      await Promise.all(students.map(({ page }) => page.goto('/student/history')));
      await expect
        .poll(
          async () => {
            await tryAgain();
            const faults = await findFaults();
            const pages = await Promise.all(people.map(({ page, member }) => look(page, member.id)));
            return [...faults, ...pages.filter(({ saysSo, waiting }) => saysSo || waiting.length > 0)];
          },
          { ...SOON, message: `on a good network again; seed ${seed}: ${done.join(', ')}` },
        )
        .toEqual([]);
    } finally {
      for (const { network } of people) network.close();
    }
  });
}
