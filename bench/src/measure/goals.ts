import { median } from './statistics.ts';

export interface Goal {
  goal: string;
  found: string;
  met: boolean;
}

type FormatFigure = (figure: number) => string;
const showTwoDigits: FormatFigure = (figure) => figure.toFixed(2);

export const formatFigures = (figures: number[], show: FormatFigure = showTwoDigits): string =>
  figures.length > 1
    ? `${show(median(figures))} (${figures.map(show).join(', ')})`
    : figures.map(show).join();

const compare = (isMet: (found: number, limit: number) => boolean, word: string) => {
  return (goal: string, figures: number[], limit: number, show: FormatFigure = showTwoDigits): Goal => ({
    goal: `${goal} ${word} ${show(limit)}`,
    found: formatFigures(figures, show),
    met: isMet(median(figures), limit),
  });
};
export const atMost = compare((found, limit) => found <= limit, 'at most');
export const atLeast = compare((found, limit) => found >= limit, 'at least');

export const zeroOf = (goal: string, count: number): Goal => ({
  goal,
  found: String(count),
  met: count === 0,
});
