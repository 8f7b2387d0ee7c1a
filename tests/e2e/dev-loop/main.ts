import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium as browserType, type Page } from '@playwright/test';
import { freePort } from '@qr-attendance/stack';
import { chromium } from '@qr-attendance/tooling/chromium';
import { expectNoArguments } from '@qr-attendance/server/command-line';

expectNoArguments('node tests/e2e/dev-loop/main.ts', 'Measures how soon npm run dev shows a change.');
const ROOT = join(import.meta.dirname, '../../..');
const TIMES = 3;
const COMPONENT = 'mfe-teacher/src/features/courses/components/course-form.tsx';
const USE_CASE = 'services/course/src/core/courses/change-courses.ts';
const SENTENCE = 'You already have a course with this code and section.';

const startDev = async (port: number, dataDir: string): Promise<ChildProcess> => {
  const entry = join(ROOT, 'packages/cli/src/commands/dev.ts');
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', entry, 'teacher'], {
    cwd: ROOT,
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      process.stdout.write(chunk);
      if (output.includes('Ready: ')) resolve();
    });
    child.once('exit', () => reject(new Error('npm run dev ended before it was ready')));
  });
  return child;
};

const withEdit = async (file: string, from: string, to: string, check: () => Promise<void>) => {
  const path = join(ROOT, file);
  const before = await readFile(path, 'utf8');
  if (!before.includes(from)) throw new Error(`${file} does not hold ${from}`);
  const began = performance.now();
  await writeFile(path, before.replace(from, to));
  try {
    await check();
    return performance.now() - began;
  } finally {
    await writeFile(path, before);
  }
};

const newCourse = { name: 'Algorithms', code: 'CS201', semester: 3 };

const register = async (url: string): Promise<string> => {
  const email = 'dev@campus.example';
  const work = { employeeId: 'E-1', department: 'Computer Science' };
  const body = { name: 'Ada', email, password: 'correct horse battery', userType: 'TEACHER', ...work };
  const response = await fetch(`${url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-requested-with': 'qr-attendance' },
    body: JSON.stringify(body),
  });
  return ((await response.json()) as { token: string }).token;
};

const createCourse = async (url: string, token: string): Promise<string> => {
  const response = await fetch(`${url}/api/courses`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(newCourse),
  });
  return response.text();
};

const measureComponent = async (page: Page, n: number): Promise<number> => {
  const text = `Create (edit ${n})`;
  const milliseconds = await withEdit(COMPONENT, "{t('courses.create')}", text, () =>
    page.getByRole('button', { name: text }).waitFor({ timeout: 30_000 }),
  );
  const kept = await page.getByLabel('Course Name').inputValue();
  const stayed = await page.evaluate('document.documentElement.dataset.opened');
  if (kept !== 'half typed' || stayed !== 'once') throw new Error('the page was loaded again');
  await page.getByRole('button', { name: 'Create Course' }).waitFor({ timeout: 30_000 });
  return milliseconds;
};

const measureUseCase = async (url: string, token: string, n: number): Promise<number> => {
  const sentence = `You have this course already (edit ${n}).`;
  const until = async (wanted: string) => {
    const deadline = performance.now() + 60_000;
    while (!(await createCourse(url, token).catch(() => '')).includes(wanted)) {
      if (performance.now() > deadline) throw new Error(`the service never said: ${wanted}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const milliseconds = await withEdit(USE_CASE, SENTENCE, sentence, () => until(sentence));
  await until(SENTENCE);
  return milliseconds;
};

const report = (what: string, goal: number, measured: number[]) => {
  const inSeconds = measured.map((milliseconds) => `${(milliseconds / 1000).toFixed(2)} s`).join(', ');
  process.stdout.write(`${what}: ${inSeconds} (goal ${goal} s)\n`);
};

/**
 * `node tests/e2e/dev-loop/main.ts` measures how long an edit takes to appear. The sources must not be edited
 * in the meantime.
 */
const { stdout } = await promisify(execFile)('git', ['diff', '--name-only', COMPONENT, USE_CASE], {
  cwd: ROOT,
});
if (stdout.trim()) throw new Error(`Commit first, as these are edited: ${stdout}`);
const dataDir = await mkdtemp(join(tmpdir(), 'qr-dev-'));
const port = await freePort();
const url = `http://localhost:${port}`;
const dev = await startDev(port, dataDir);
const browser = await browserType.launch(chromium());
try {
  const token = await register(url);
  const page = await browser.newPage();
  await page.goto(`${url}/login`);
  await page.evaluate((given) => localStorage.setItem('token', given), token);
  await page.goto(`${url}/teacher/courses`);
  await page.getByRole('button', { name: 'Add New Course' }).click();
  await page.getByLabel('Course Name').fill('half typed');
  await page.evaluate("document.documentElement.dataset.opened = 'once'");
  const components: number[] = [];
  for (let n = 1; n <= TIMES; n += 1) components.push(await measureComponent(page, n));
  await createCourse(url, token);
  const useCases: number[] = [];
  for (let n = 1; n <= TIMES; n += 1) useCases.push(await measureUseCase(url, token, n));
  report('An edited component shows, without a reload', 1, components);
  report('An edited use-case answers', 3, useCases);
} finally {
  await browser.close();
  dev.kill('SIGTERM');
  await once(dev, 'exit');
  await rm(dataDir, { recursive: true, force: true });
}
