import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import type { RefObject } from 'react';
import { usePrinting } from '../../../../shared/use-printing.ts';

export const ROW_HEIGHT = 44;
const HEAD_HEIGHT = 36;
const OVERSCAN = 6;

/**
 * Rows in view and the focused one, or all in print. Rendering 1,500 rows would block the page on each mark.
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
