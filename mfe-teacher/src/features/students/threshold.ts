import { useChoices } from '@qr-attendance/ui-kit';

const DEFAULT_THRESHOLD = 75;
const NAME = 'below';
const SHOW = 'show';
const BELOW = 'below';

const toThreshold = (text = ''): number => {
  const number = /^\d{1,3}$/.test(text) ? Number(text) : DEFAULT_THRESHOLD;
  return number >= 1 && number <= 100 ? number : DEFAULT_THRESHOLD;
};
export const thresholdQuery = (threshold: number): string =>
  threshold === DEFAULT_THRESHOLD ? '' : `?${NAME}=${threshold}`;

export const useThreshold = () => {
  const { read, choose } = useChoices();
  return {
    threshold: toThreshold(read(NAME)),
    setThreshold: (chosen: number) => choose(NAME, chosen === DEFAULT_THRESHOLD ? undefined : String(chosen)),
    onlyBelow: read(SHOW) === BELOW,
    showOnlyBelow: (only: boolean) => choose(SHOW, only ? BELOW : undefined),
  };
};
