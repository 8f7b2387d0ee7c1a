import { expect, it } from '@jest/globals';
import { cutSmallCalls, joinCalls, mergeCalls, splitActivity, totalMs } from '../src/profile/call-tree.ts';
import { costsByOwner, kindOf } from '../src/profile/costs.ts';
import { drawFlameGraph } from '../src/profile/flame-graph.ts';
import { callTree, type Call, type Profile } from '../src/profile/read-profile.ts';

const URLS = {
  ours: 'file:///app/gateway/src/app.ts',
  pg: 'file:///app/node_modules/pg/lib/query.js',
  node: 'node:net',
};
const call = (name: string, selfMs: number, children: Call[] = [], url = URLS.ours): Call => ({
  frame: { name, url, line: 1 },
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
  };
  const root = callTree(profile, { from: 5_003, until: 5_006 });
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

it('calls of one function by one caller are one, with all that either called', () => {
  const merged = mergeCalls(
    call('a', 1, [call('b', 2, [call('c', 3)]), call('b', 4, [call('c', 5), call('d', 6)])]),
  );
  expect(merged).toEqual(call('a', 1, [call('b', 6, [call('c', 8), call('d', 6)])]));
});

it('small calls are cut with all below them, and no time is lost', () => {
  const tree = call('a', 1, [call('b', 10, [call('c', 2)]), call('d', 1, [call('e', 3)])]);
  expect(cutSmallCalls(tree, 5)).toEqual(call('a', 5, [call('b', 12)]));
});

it('calls that belong together become one, and what they called comes under it', () => {
  const tree = call('a', 1, [call('a2', 2, [call('b', 4), call('a3', 8, [call('b', 16)])])]);
  const sameLetter = (one: { name: string }, other: { name: string }) => one.name[0] === other.name[0];
  expect(joinCalls(tree, sameLetter)).toEqual(call('a', 11, [call('b', 20)]));
});

it('what Node does is the cost of whoever called it', () => {
  const write = call('write', 5, [call('writev', 2, [], '')], URLS.node);
  const tree = call('(root)', 0, [call('onRead', 1, [call('query', 3, [write], URLS.pg)], URLS.node)], '');
  expect(costsByOwner(tree)).toEqual([
    { owner: 'pg', ms: 10, inNodeMs: 7 },
    { owner: 'Node by itself', ms: 1, inNodeMs: 1 },
  ]);
  expect(kindOf({ name: '(garbage collector)', url: '', line: 0 })).toBe('engine');
});

it('a picture shows each call as wide as its share, leaves out the smallest, and is sound XML', () => {
  const query = call('query<Row>', 749, [], URLS.pg);
  const svg = drawFlameGraph(call('(root)', 0, [query, call('mark', 250), call('tiny', 1)], ''), {
    title: 'gateway',
    marks: 100,
  });
  expect(svg).toContain('<title>query&lt;Row&gt; (pg, line 1): 74.9 %, 7490 µs a mark</title>');
  expect(svg).toMatch(/x="0\.0" y="\d+" width="898\.8"/);
  expect(svg).toMatch(/x="898\.8" y="\d+" width="300\.0"/);
  expect(svg).not.toContain('tiny');
});
