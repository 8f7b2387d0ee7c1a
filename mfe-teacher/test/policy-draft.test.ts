import { describe, expect, test } from '@jest/globals';
import { OPEN_POLICY, sessionPolicySchema } from '@qr-attendance/contracts';
import { toPolicyDraft, toPolicy, findNetworksProblem } from '../src/shared/policy/policy-draft.ts';

describe('a policy in a form', () => {
  test('survives the round trip through the form’s fields', () => {
    const policy = { ...OPEN_POLICY, requirePin: true, networks: ['10.20.0.0/16', '2001:db8::/32'] };
    expect(toPolicy(toPolicyDraft(policy))).toEqual(policy);
    const strict = { ...policy, allowUnsigned: false };
    expect(toPolicy(toPolicyDraft(strict))).toEqual(strict);
    expect(toPolicy(toPolicyDraft({ ...policy, presenceCheck: 'late' }))).toEqual({
      ...policy,
      presenceCheck: 'late',
    });
    expect(toPolicy(toPolicyDraft({ ...policy, presenceCheck: 'of a newer version' }))).toEqual(policy);
  });

  test('reads one network per line, without blank lines, duplicates and spaces', () => {
    const typed = '\n 10.20.0.0/16 \n\n10.20.0.0/16\n192.168.1.0/24';
    const { networks } = sessionPolicySchema.parse(
      toPolicy({ ...toPolicyDraft(OPEN_POLICY), networks: typed }),
    );
    expect(networks).toEqual(['10.20.0.0/16', '192.168.1.0/24']);
  });
});

describe('entered networks', () => {
  test.each(['10.20.0.0', '10.20.0.0/33', 'campus', '10.20.0/16'])('reject %s', (line) => {
    expect(findNetworksProblem(`10.0.0.0/8\n${line}`)).toEqual({ kind: 'not-a-network', line });
  });
  test('may be empty, or contain both IP versions', () => {
    expect(findNetworksProblem('')).toBeUndefined();
    expect(findNetworksProblem('10.0.0.0/8\n2001:db8::/32')).toBeUndefined();
  });
  test('are limited to fifty', () => {
    const lines = Array.from({ length: 51 }, (_, n) => `10.${n}.0.0/16`);
    expect(findNetworksProblem(lines.slice(1).join('\n'))).toBeUndefined();
    expect(findNetworksProblem(lines.join('\n'))).toEqual({ kind: 'too-many', max: 50 });
  });
});
