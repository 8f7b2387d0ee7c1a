import { createCommandLine, parseCommandLine } from '@qr-attendance/server/command-line';
import rules from '../../dependency-rules.mjs';
import { listWorkspaceFolders } from '../workspaces.ts';
import { findViolations } from './violations.ts';

const FOLDERS = listWorkspaceFolders('.');
/** A check of single files, as in the hook before a commit, does not find cycles through other files. */
const program = createCommandLine('npm run check -- boundaries', 'Checks what may import what.').argument(
  '[files...]',
  'these files alone',
);
parseCommandLine(program);
const [given] = program.processedArgs;
const files = given.filter((file) => FOLDERS.some((folder) => file.startsWith(`${folder}/`)));
const isWhole = given.length === 0;

const violations =
  isWhole || files.length > 0
    ? await findViolations('.', isWhole ? FOLDERS : files, { follows: isWhole })
    : [];
const adviceOf = (violation: string) =>
  rules.forbidden?.find(({ name }) => violation.startsWith(`${name}: `))?.comment ?? '';
for (const line of violations) process.stderr.write(`Not allowed: ${line}\n  ${adviceOf(line)}\n`);
if (violations.length > 0) process.exitCode = 1;
else process.stdout.write('No violation of the dependency rules.\n');
