import type { Browser } from '@playwright/test';
import { campus, PIN } from '../support/campus.ts';
import { countActs } from '../support/count-acts.ts';
import { PROVIDER_NAME, startWithProvider, type WithProvider } from '../support/start-with-provider.ts';
import { expect, test } from '../support/test.ts';

const MAX_PRESSES = 3;
const MAX_FIELDS = 1;
const BUTTON = `Sign in with ${PROVIDER_NAME}`;

test.describe('A new student on the roster', () => {
  let world: WithProvider;
  test.beforeAll(async () => {
    world = await startWithProvider();
  });
  test.afterAll(() => world.stop());

  const openClass = async (student: { token: string }): Promise<string> => {
    const { teacher: createTeacher, course: createCourse, enroll, session } = campus(world.system.url);
    const teacher = await createTeacher();
    const course = await createCourse(teacher);
    await enroll(student, course);
    const policy = { requirePin: true, requireDevice: true };
    const { qrCode = '' } = await session(teacher, course, { refreshInterval: 300, policy });
    return `${world.system.url}/attendance/${qrCode}`;
  };
  const signInOnLaptop = async (browser: Browser): Promise<void> => {
    const laptop = await (await browser.newContext()).newPage();
    await laptop.goto(`${world.system.url}/login`);
    await laptop.getByRole('button', { name: BUTTON }).click();
    await expect(laptop).toHaveURL(`${world.system.url}/student`);
  };

  for (const { who, prepare } of [
    { who: 'has never signed in', prepare: () => Promise.resolve() },
    { who: 'has signed in on a laptop before', prepare: signInOnLaptop },
  ])
    test(`who ${who} marks with at most ${MAX_PRESSES} presses and ${MAX_FIELDS} typed field after the scan`, async ({
      page,
      browser,
    }) => {
      const student = await world.newStudent();
      await prepare(browser);
      const scanned = await openClass(student);
      const effort = await countActs(page);
      await page.goto(scanned);
      await page.getByRole('button', { name: BUTTON }).click();
      await page.getByLabel('New PIN (4 to 12 digits)').click();
      await page.keyboard.type(PIN);
      await page.keyboard.press('Enter');
      await expect(page.getByText('Attendance Marked!')).toBeVisible();
      const { presses, fields } = effort();
      test.info().annotations.push({ type: 'effort', description: `${presses} presses, ${fields} fields` });
      expect(presses).toBeGreaterThan(0);
      expect(presses).toBeLessThanOrEqual(MAX_PRESSES);
      expect(fields).toBe(MAX_FIELDS);
    });
});
