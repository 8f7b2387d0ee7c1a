import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import type { RefObject } from 'react';
import { usePrinting } from '../../../../shared/use-printing.ts';

/** Pixels, as in roster.css. */
export const ROW_HEIGHT = 44;
const HEAD_HEIGHT = 36;
/** Rows drawn above and below those in view, so that arrow keys and a flick find them there. */
const OVERSCAN = 6;

/**
 * Indexes of the rows that are on the page: those in view and around, the one that the keyboard is at, and on paper all.
 * Drawing 1,500 rows would stall the page at each mark.
 */
export const useWindowedRows = (
  scroller: RefObject<HTMLElement | null>,
  count: number,
  current: number,
): number[] => {
  const printing = usePrinting();
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    scrollMargin: HEAD_HEIGHT,
    rangeExtractor: (range) => {
      const drawn = defaultRangeExtractor(range);
      if (current < 0 || current >= count || drawn.includes(current)) return drawn;
      return [...drawn, current].toSorted((a, b) => a - b);
    },
  });
  return printing
    ? Array.from({ length: count }, (_row, index) => index)
    : virtualizer.getVirtualItems().map(({ index }) => index);
};
