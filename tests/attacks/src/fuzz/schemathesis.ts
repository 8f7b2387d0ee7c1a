import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { installPythonProgram } from '@qr-attendance/stack';
import { execa } from 'execa';
import { z } from 'zod';

const NOT_CHECKED = [
  // A valid body may be rejected for its content, such as a wrong password.
  'positive_data_acceptance',
  // An unknown path is 404 with any method, so that answers do not reveal which paths exist.
  'unsupported_method',
  // OPTIONS answers for all routes of one shape: `/api/courses/my-data` has the shape of `/api/courses/:id`.
  'allow_header_conformance',
];
const NEVER_ENDS = '/api/attendance/live';
const REQUEST_TIMEOUT_SECONDS = 20;
/** The short form always sends the same requests; the full form sends new ones. */
const SEED = '2026';

const reportSchema = z.object({
  operations: z.object({ tested: z.number() }),
  test_cases: z.object({ generated: z.number() }),
  failures: z.array(z.object({ title: z.string(), operations: z.array(z.string()) })),
  errors: z.array(z.object({ title: z.string(), count: z.number() })),
});
export interface FuzzResult {
  cases: number;
  operations: number;
  problems: string[];
  output: string;
}

/** @throws Error if the installation fails, for example without Python 3 */
export const installSchemathesis = (): Promise<string> =>
  installPythonProgram({ name: 'schemathesis', version: '4.32.0', program: 'schemathesis' });

export const runSchemathesis = async (
  program: string,
  {
    folder,
    document,
    url,
    token,
    thorough,
    calls,
  }: {
    folder: string;
    document: object;
    url: string;
    token: string | undefined;
    thorough: boolean;
    calls?: readonly string[] | undefined;
  },
): Promise<FuzzResult> => {
  const files = { document: join(folder, 'openapi.json'), config: join(folder, 'schemathesis.toml') };
  const report = join(folder, 'report.json');
  await writeFile(files.document, JSON.stringify(document));
  await writeFile(files.config, '');
  const { all } = await execa(
    program,
    [
      '--config-file',
      files.config,
      'run',
      files.document,
      '--url',
      url,
      '--no-color',
      ...(token === undefined ? [] : ['--header', `Authorization: Bearer ${token}`]),
      '--exclude-path',
      NEVER_ENDS,
      '--exclude-checks',
      NOT_CHECKED.join(),
      // Several formats apply to the body of a series, and a random valid body needs many attempts.
      '--suppress-health-check',
      'filter_too_much',
      ...(calls ?? []).flatMap((name) => ['--include-name', name]),
      ...(thorough
        ? ['--max-examples', '100']
        : ['--phases', 'examples,fuzzing', '--max-examples', '10', '--seed', SEED]),
      '--request-timeout',
      String(REQUEST_TIMEOUT_SECONDS),
      '--generation-database',
      'none',
      '--report',
      'json',
      '--report-json-path',
      report,
    ],
    { cwd: folder, all: true, reject: false, stdin: 'ignore' },
  );
  // Without a report the tests did not start, and the output contains the reason.
  const text = await readFile(report, 'utf8').catch(() => undefined);
  if (text === undefined) return { cases: 0, operations: 0, problems: ['it did not run'], output: all };
  const { operations, test_cases, failures, errors } = reportSchema.parse(JSON.parse(text));
  const problems = [
    ...failures.flatMap(({ title, operations }) => operations.map((operation) => `${operation}: ${title}`)),
    ...errors.map(({ title, count }) => `${title}, ${count} times`),
    ...(operations.tested > 0 ? [] : ['nothing was tested']),
  ];
  return { cases: test_cases.generated, operations: operations.tested, problems, output: all };
};
