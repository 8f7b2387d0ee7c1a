import { useSearchParams } from 'react-router-dom';

const DEFAULT_THRESHOLD = 75;
const NAME = 'below';
const SHOW = 'show';
const BELOW = 'below';

const read = (text: string | null): number => {
  const number = text !== null && /^\d{1,3}$/.test(text) ? Number(text) : DEFAULT_THRESHOLD;
  return number >= 1 && number <= 100 ? number : DEFAULT_THRESHOLD;
};
export const thresholdQuery = (threshold: number): string =>
  threshold === DEFAULT_THRESHOLD ? '' : `?${NAME}=${threshold}`;

export const useThreshold = () => {
  const [address, setAddress] = useSearchParams();
  const change = (name: string, value: string | undefined) =>
    setAddress(
      (before) => {
        if (value === undefined) before.delete(name);
        else before.set(name, value);
        return before;
      },
      { replace: true },
    );
  return {
    threshold: read(address.get(NAME)),
    setThreshold: (chosen: number) => change(NAME, chosen === DEFAULT_THRESHOLD ? undefined : String(chosen)),
    onlyBelow: address.get(SHOW) === BELOW,
    showOnlyBelow: (only: boolean) => change(SHOW, only ? BELOW : undefined),
  };
};
