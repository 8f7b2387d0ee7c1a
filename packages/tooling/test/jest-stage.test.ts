import { describe, expect, it } from '@jest/globals';
import { jestArguments, toJestResult } from '../src/test-command/jest-stage.ts';
import { runProgram } from '../src/test-command/run-program.ts';

const report = ({ passed = 2, failed = 0, broken = 0, skipped = [] as string[] }): string =>
  JSON.stringify({
    numPassedTests: passed,
    numFailedTests: failed,
    numPendingTests: skipped.length,
    numRuntimeErrorTestSuites: broken,
    testResults: [
      {
        assertionResults: [
          { status: 'passed', ancestorTitles: ['good'] },
          ...skipped.map((title) => ({ status: 'pending', ancestorTitles: [title] })),
        ],
      },
    ],
  });

describe('the arguments of jest', () => {
  it('select the suites of the chosen folders only', async () => {
    const reach = { tests: ['services/course'], system: false, containers: false };
    const args = [...jestArguments('node', { full: false, reach }), '--listTests'];
    const { ok, output } = await runProgram('jest/bin/jest.js', args);
    const suites = output.split('\n').filter((line) => line.endsWith('.test.ts'));
    expect({ ok, others: suites.filter((suite) => !suite.includes('/services/course/test/')) }).toEqual({
      ok: true,
      others: [],
    });
    expect(suites.length).toBeGreaterThan(0);
  });
});

describe('the report of jest', () => {
  it('counts passed, failed and skipped tests', () => {
    expect(toJestResult(report({ passed: 5 }), { ok: true, output: '' })).toMatchObject({
      passed: 5,
      failed: 0,
      skipped: 0,
    });
  });

  it('counts a suite that could not run as a failure, and shows its output', () => {
    const result = toJestResult(report({ failed: 1, broken: 1 }), { ok: false, output: 'why' });
    expect(result).toMatchObject({ failed: 2, output: 'why' });
  });

  it('counts as a failure if it is missing, or if jest failed for another reason', () => {
    expect(toJestResult('', { ok: true, output: 'why' })).toMatchObject({
      passed: 0,
      failed: 1,
      output: 'why',
    });
    expect(toJestResult(report({}), { ok: false, output: 'why' })).toMatchObject({
      failed: 1,
      output: 'why',
    });
  });

  it('lists each skipped group once', () => {
    const result = toJestResult(report({ skipped: ['the chart (no Go)', 'the chart (no Go)', 'Kafka'] }), {
      ok: true,
      output: '',
    });
    expect(result).toMatchObject({ passed: 2, failed: 0, skipped: 3 });
    expect(result.output).toBe('not tried here: the chart (no Go); Kafka');
  });
});
