// `node tests/attacks/src/fuzz/main.ts` sends requests generated from the OpenAPI document, valid and
// invalid, as a visitor, student, teacher and administrator. No answer may be a server error or contradict
// the document. `--short` sends a few requests to each route in the roles that may use it. Without Python 3,
// it prints that and exits with 2.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allRoutes, type Access } from '@qr-attendance/contracts';
import { createCommandLine, parseCommandLine } from '@qr-attendance/server/command-line';
import { addExamples, addLie, fetchDocument } from './document.ts';
import type { Person } from '../target/people.ts';
import { installSchemathesis, runSchemathesis, type FuzzResult } from './schemathesis.ts';
import { startCampus, type FuzzedCampus } from './start-campus.ts';

const commandLine = createCommandLine(
  'node tests/attacks/src/fuzz/main.ts',
  'Sends requests made from the OpenAPI document.',
)
  .option('--only <role>', 'nobody, student, teacher or administrator, or a part of one')
  .option('--short', 'a few requests to each call, as the roles that may use it', false);
parseCommandLine(commandLine);
const values = commandLine.opts();

/**
 * The roles, and the routes that they test in the short form. The administrator comes last, because it can
 * delete the others.
 */
const roles: { name: string; access: Access[]; personOf: (campus: FuzzedCampus) => Person | undefined }[] = [
  { name: 'nobody', access: ['anyone'], personOf: () => undefined },
  { name: 'student', access: ['student', 'signed-in'], personOf: ({ student }) => student },
  {
    name: 'teacher',
    access: ['teacher', 'staff', 'signed-in'],
    personOf: ({ lesson }) => lesson.teacher,
  },
  { name: 'administrator', access: ['admin', 'staff'], personOf: ({ admin }) => admin },
];
const callsFor = (access: Access[]): string[] =>
  allRoutes
    .filter((route) => access.includes(route.access))
    .map(({ method, path }) => `${method.toUpperCase()} ${path.replace(/:(\w+)/g, '{$1}')}`);

const tell = (name: string, { problems, cases, operations, output }: FuzzResult): boolean => {
  if (problems.length === 0) console.log(`good ${name}: ${cases} requests to ${operations} calls`);
  for (const problem of problems) console.log(`BAD ${name}: ${problem}`);
  if (problems.length > 0) console.log(`\n${output}\n`);
  return problems.length === 0;
};

const fuzz = async (program: string, campus: FuzzedCampus, folder: string): Promise<boolean> => {
  const { short } = values;
  const document = await fetchDocument(campus.url);
  const shared = { folder, url: campus.url, thorough: !short };
  const lie = await runSchemathesis(program, {
    ...shared,
    thorough: false,
    document: addLie(document),
    token: campus.student.token,
    calls: ['GET /api/auth/me'],
  });
  const isFound = lie.problems.some((problem) => problem.startsWith('GET /api/auth/me: Response violates'));
  let isGood = tell('a lie in the document is found', { ...lie, problems: isFound ? [] : ['it is not'] });
  for (const { name, access, personOf } of roles.filter((role) => role.name.includes(values.only ?? ''))) {
    const person = personOf(campus);
    const result = await runSchemathesis(program, {
      ...shared,
      document: addExamples(document, campus),
      token: person && (await campus.prove(person)),
      calls: short ? callsFor(access) : undefined,
    });
    isGood = tell(`as ${name}`, result) && isGood;
  }
  return isGood;
};

const program = await installSchemathesis().catch(() => undefined);
if (program === undefined) {
  console.log('skipped: the fuzz needs Python 3 with venv, and its packages');
  process.exit(2);
}
const folder = await mkdtemp(join(tmpdir(), 'qr-schemathesis-'));
const campus = await startCampus();
try {
  process.exitCode = (await fuzz(program, campus, folder)) ? 0 : 1;
} finally {
  await campus.stop();
  await rm(folder, { recursive: true, force: true });
}
process.exit();
