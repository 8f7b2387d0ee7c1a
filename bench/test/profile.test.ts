import { expect, it } from '@jest/globals';
import { costsByOwner, kindOf } from '../src/profile/costs.ts';
import {
  callTree,
  cutProfile,
  splitActivity,
  totalMs,
  type Call,
  type Profile,
} from '../src/profile/read-profile.ts';

const URLS = {
  ours: 'file:///app/gateway/src/app.ts',
  pg: 'file:///app/node_modules/pg/lib/query.js',
  node: 'node:net',
};
const call = (name: string, selfMs: number, children: Call[] = [], url = URLS.ours): Call => ({
  frame: { name, url },
  selfMs,
  children,
});

it('a profile is read for its period alone, by the clock all processes share', () => {
  const node = (id: number, functionName: string, children: number[] = []) => ({
    ...{ id, children },
    callFrame: { functionName, url: '', lineNumber: -1 },
  });
  const profile: Profile = {
    nodes: [node(1, '(root)', [2, 3]), node(2, 'start'), node(3, 'mark')],
    startTime: 5_000_000,
    samples: [2, 2, 3, 3, 2],
    timeDeltas: [1_000, 1_000, 2_000, 1_000, 1_000],
    endTime: 5_006_000,
  };
  const cut = cutProfile(profile, { from: 5_003, until: 5_006 });
  expect(cut).toMatchObject({
    samples: [3, 3],
    timeDeltas: [2_000, 1_000],
    startTime: 5_002_000,
    endTime: 5_005_000,
  });
  const root = callTree(cut);
  expect(root.children.map(({ frame, selfMs }) => [frame.name, selfMs])).toEqual([
    ['start', 0],
    ['mark', 3],
  ]);
});

it('idling and what runs without JavaScript are no work', () => {
  const engine = (name: string, ms: number) => call(name, ms, [], '');
  const root = call('(root)', 0, [engine('(idle)', 50), call('mark', 3), engine('(program)', 2)], '');
  const { work, programMs, idleMs } = splitActivity(root);
  expect([totalMs(work), programMs, idleMs]).toEqual([3, 2, 50]);
});

it('what Node does is the cost of whoever called it', () => {
  const write = call('write', 5, [call('writev', 2, [], '')], URLS.node);
  const tree = call('(root)', 0, [call('onRead', 1, [call('query', 3, [write], URLS.pg)], URLS.node)], '');
  expect(costsByOwner(tree)).toEqual([
    { owner: 'pg', ms: 10, inNodeMs: 7 },
    { owner: 'Node by itself', ms: 1, inNodeMs: 1 },
  ]);
  expect(kindOf({ name: '(garbage collector)', url: '' })).toBe('engine');
});
