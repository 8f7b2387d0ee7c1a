import {
  defaultRangeExtractor,
  useVirtualizer,
  useWindowVirtualizer,
  type Range,
  type Virtualizer,
} from '@tanstack/react-virtual';
import {
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type FocusEvent,
  type Ref,
  type RefObject,
} from 'react';
import { flushSync } from 'react-dom';
import { useMedia } from '../use-media.ts';

/** The state is set synchronously, so that the change is rendered before the browser lays out the printed page. */
const usePrinting = (): boolean => {
  const [printing, setPrinting] = useState(false);
  const inPrint = useMedia('print');
  useEffect(() => {
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return printing || inPrint;
};

export interface RenderedRows {
  /** `before` is the height of the omitted rows above. */
  drawn: { index: number; before: number }[];
  after: number;
  measure: Ref<HTMLElement> | undefined;
}

const OVERSCAN = 8;

const withRow =
  (kept: number | undefined) =>
  (range: Range): number[] => {
    const inView = defaultRangeExtractor(range);
    if (kept === undefined || kept < 0 || kept >= range.count || inView.includes(kept)) return inView;
    return [...inView, kept].toSorted((a, b) => a - b);
  };

const allOf = (count: number): RenderedRows => ({
  drawn: Array.from({ length: count }, (_row, index) => ({ index, before: 0 })),
  after: 0,
  measure: undefined,
});

const drawnOf = <Scroller extends Element | Window>(
  virtualizer: Virtualizer<Scroller, Element>,
): RenderedRows => {
  const { scrollMargin } = virtualizer.options;
  let end = scrollMargin;
  const drawn = virtualizer.getVirtualItems().map(({ index, start, end: below }) => {
    const before = Math.max(0, start - end);
    end = below;
    return { index, before };
  });
  const after = Math.max(0, virtualizer.getTotalSize() + scrollMargin - end);
  return { drawn, after, measure: virtualizer.measureElement };
};

interface Options {
  count: number;
  /** Estimated height in pixels, until a row is measured. */
  rowHeight: number;
  keyOf: (index: number) => string;
}

interface BoxOptions extends Options {
  scroller: RefObject<HTMLElement | null>;
  headHeight: number;
  /** A row that is always rendered, because it has or had the focus. */
  kept: number | undefined;
}

/**
 * Returns the visible rows of a scroll area, or all rows in print. Rendering 1,500 rows would block the page
 * at each change.
 */
export const useRowsInBox = ({
  scroller,
  count,
  rowHeight,
  headHeight,
  keyOf,
  kept,
}: BoxOptions): RenderedRows => {
  const printing = usePrinting();
  const virtualizer = useVirtualizer<HTMLElement, Element>({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: keyOf,
    overscan: OVERSCAN,
    scrollMargin: headHeight,
    rangeExtractor: withRow(kept),
  });
  return printing ? allOf(count) : drawnOf(virtualizer);
};

const MAX_PLAIN_ROWS = 200;

const indexOf = (target: Element): number | undefined => {
  const index = target.closest<HTMLElement>('[data-index]')?.dataset['index'];
  return index === undefined ? undefined : Number(index);
};

/** Tracks the row that contains the focus. */
export const useFocusedRow = () => {
  const [focused, setFocused] = useState<number>();
  const watch = useMemo(
    () => ({
      onFocus: ({ target }: FocusEvent) => setFocused(indexOf(target)),
      onBlur: () => setFocused(undefined),
    }),
    [],
  );
  return { focused, watch };
};

/**
 * Returns the visible rows of a long list. Short lists and print render all rows, so that the browser's search finds
 * every row.
 */
export const useRowsOnPage = <Element extends HTMLElement>({ count, rowHeight, keyOf }: Options) => {
  const printing = usePrinting();
  const list = useRef<Element>(null);
  const [top, setTop] = useState(0);
  const { focused, watch } = useFocusedRow();
  const isPlain = printing || count <= MAX_PLAIN_ROWS;
  useLayoutEffect(() => {
    // Content above the list may grow later, but by less than the height of the rows rendered outside of the
    // window.
    if (!isPlain && list.current) setTop(list.current.getBoundingClientRect().top + window.scrollY);
  }, [count, isPlain]);
  const virtualizer = useWindowVirtualizer<globalThis.Element>({
    count,
    enabled: !isPlain,
    estimateSize: () => rowHeight,
    getItemKey: keyOf,
    overscan: OVERSCAN,
    scrollMargin: top,
    rangeExtractor: withRow(focused),
  });
  return { list, watch, ...(isPlain ? allOf(count) : drawnOf(virtualizer)) };
};
