import { globSync } from 'node:fs';
import { compareViolations, findViolations, KNOWN_VIOLATIONS, readKnownViolations } from './violations.ts';

const FOLDERS = globSync('{packages,services,gateway,shell,mfe-*,tests,bench,deploy}');

const { added, gone } = compareViolations(await findViolations('.', FOLDERS), await readKnownViolations());
for (const line of added) process.stderr.write(`Not allowed: ${line}\n`);
for (const line of gone) process.stderr.write(`Delete from ${KNOWN_VIOLATIONS}: ${line}\n`);
if (added.length > 0 || gone.length > 0) process.exitCode = 1;
else process.stdout.write('No new violation of the dependency rules.\n');
