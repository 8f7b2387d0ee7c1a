import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { mayNeedServers } from '../src/test-command/may-need-servers.ts';

const root = join(import.meta.dirname, '../../..');

it.each<[tests: string[], mayNeed: boolean]>([
  [['services/attendance/test/period.test.ts'], false],
  [['services/attendance/test/period.test.ts', '--verbose'], false],
  [['mfe-student/test/pin-rules.test.ts'], false],
  [['mfe-student'], false],
  [['services/session/test/issue-code.test.ts'], true],
  [['services/session/test/sessions.test.ts'], true],
  [['services/attendance/test/period.test.ts', 'services/session/test/sessions.test.ts'], true],
  [['services/session'], true],
  [['-t', 'marks'], true],
  [[], true],
])('jest with the arguments %j starts databases first: %s', (args, mayNeed) => {
  expect(mayNeedServers(args, root)).toBe(mayNeed);
});
