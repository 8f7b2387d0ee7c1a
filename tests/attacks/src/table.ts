import type { Result } from './run-attack.ts';

const line = (cells: string[]): string => `| ${cells.join(' | ')} |`;
const outcome = (gotThrough: boolean | undefined): string =>
  gotThrough === undefined ? 'not tried' : gotThrough ? 'gets through' : 'fails';

export const formatTable = (results: Result[]): string =>
  [
    line(['attack', 'as the product is', 'without its defense', 'defense']),
    line(['---', '---', '---', '---']),
    ...results.map(({ attack, gotThrough, gotThroughUndefended }) =>
      line([
        attack.name,
        outcome(gotThrough),
        outcome(gotThroughUndefended),
        [...new Set(attack.defenses.map(({ name }) => name))].join(', '),
      ]),
    ),
  ].join('\n');

export const isGood = ({ gotThrough, gotThroughUndefended }: Result): boolean =>
  gotThrough === false && gotThroughUndefended !== false;
