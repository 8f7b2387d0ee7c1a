import { basename } from 'node:path';
import { hierarchy, partition, type HierarchyRectangularNode } from 'd3-hierarchy';
import { cutSmallCalls, joinCalls, totalMs } from './call-tree.ts';
import { kindOf, ownerOf, sharesByKind, type Kind } from './costs.ts';
import type { Call, Frame } from './read-profile.ts';

const WIDTH = 1_200;
const ROW = 18;
const HEAD = 58;
const FONT = 11;
/** Of a monospaced font, as a share of its size. */
const CHARACTER = 0.61 * FONT;
const LEAST_SHARE = 0.003;

const KINDS: Record<Kind, { fill: string; means: string }> = {
  ours: { fill: '#f4a261', means: 'our code' },
  packages: { fill: '#f6dd7d', means: 'packages' },
  node: { fill: '#9fd0b5', means: 'Node' },
  engine: { fill: '#c9ccd3', means: 'engine' },
};

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text: string): string => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '');

const fit = (text: string, width: number): string => {
  const room = Math.floor((width - 6) / CHARACTER);
  if (text.length <= room) return text;
  return room < 3 ? '' : `${text.slice(0, room - 1)}…`;
};

/** Function and owner in few words: a file without its folders; a function without a name is told by its file. */
const labelOf = (frame: Frame): string => {
  const owner = kindOf(frame) === 'ours' ? basename(frame.url, '.ts') : ownerOf(frame);
  return frame.name === '(anonymous)' || frame.name === owner ? owner : `${frame.name} · ${owner}`;
};

const micro = (ms: number, count: number): string => `${((ms / count) * 1_000).toFixed(0)} µs`;
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

/** One box for what happens inside Node, or inside one package, until it calls somebody else. */
const areOneBox = (caller: Frame, called: Frame): boolean => {
  const kind = kindOf(caller);
  return (
    kind === kindOf(called) &&
    (kind === 'node' || (kind === 'packages' && ownerOf(caller) === ownerOf(called)))
  );
};

/** Draws a tree of calls, callers above what they call, each as wide as its share of the time. @returns an SVG document */
export const drawFlameGraph = (work: Call, { title, marks }: { title: string; marks: number }): string => {
  const all = totalMs(work);
  const tree = hierarchy(
    cutSmallCalls(joinCalls(work, areOneBox), all * LEAST_SHARE),
    ({ children }) => children,
  )
    .sum(({ selfMs }) => selfMs)
    .sort((a, b) => (b.value ?? 0) - (a.value ?? 0));
  const height = HEAD + (tree.height + 1) * ROW;
  const laidOut = partition<Call>().size([WIDTH, height - HEAD])(tree);

  const box = ({ data, x0, x1, depth, value = 0 }: HierarchyRectangularNode<Call>): string => {
    const { frame } = data;
    const owner = ownerOf(frame);
    const [width, y] = [x1 - x0, HEAD + depth * ROW];
    const label = fit(depth === 0 ? title : labelOf(frame), width);
    const place = frame.line > 0 && frame.url !== '' ? `${owner}, line ${frame.line}` : owner;
    const called = depth === 0 ? 'all' : `${frame.name} (${place})`;
    const tip = `${called}: ${percent(value / all)}, ${micro(value, marks)} a mark`;
    const fill = depth === 0 ? '#e4e6ea' : KINDS[kindOf(frame)].fill;
    const text = label && `<text x="${(x0 + 3).toFixed(1)}" y="${y + 13}">${escape(label)}</text>`;
    return `<g><title>${escape(tip)}</title><rect x="${x0.toFixed(1)}" y="${y}" width="${width.toFixed(1)}" height="${ROW}" fill="${fill}"/>${text}</g>`;
  };
  const shares = sharesByKind(work);
  const legend = (Object.keys(KINDS) as Kind[]).map((kind, index) => {
    const { fill, means } = KINDS[kind];
    const label = `${means} ${percent(shares[kind])}`;
    return `<rect x="${8 + index * 170}" y="32" width="14" height="14" fill="${fill}"/><text x="${28 + index * 170}" y="43">${label}</text>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" font-family="ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="${FONT}">`,
    '<style>rect{stroke:#fff;stroke-width:.6}g:hover rect{stroke:#000}</style>',
    `<rect width="${WIDTH}" height="${height}" fill="#fff"/>`,
    `<text x="8" y="20" font-size="14">${escape(title)}: ${micro(all, marks)} a mark, over ${marks} marks</text>`,
    ...legend,
    ...laidOut.descendants().map(box),
    '</svg>\n',
  ].join('\n');
};
