import {
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useState,
  type CSSProperties,
  type FocusEvent,
  type RefObject,
} from 'react';
import {
  defaultRangeExtractor,
  useVirtualizer,
  useWindowVirtualizer,
  type Range,
  type Virtualizer,
} from '@tanstack/react-virtual';

/** A part of the list from top to bottom: a block by its index, or a spacer (px) for the blocks from that index on. */
export interface Piece {
  index: number;
  spacer?: number;
}

interface List {
  /** The element that contains the list. */
  box: RefObject<HTMLElement | null>;
  /** The number of items in each block; 0 for a heading between blocks. */
  sizes: readonly number[];
  /** The estimated height of an item (px), used until the first block is measured. */
  itemHeight: number;
  /** Identifies the list in the box. The first render of another list is limited to the screen. */
  name?: string;
  /** Blocks that are always rendered. */
  pinned?: readonly number[];
}

interface VirtualList {
  pieces: Piece[];
  /** The `ref` of each block, which also needs its index as `data-block`. */
  measure: (block: HTMLElement | null) => void;
  /** For the box. The block that last had the focus stays rendered with its neighbours, so that Tab reaches them. */
  onFocus: (event: FocusEvent) => void;
}

/** A list of up to this many items is rendered completely, so that the browser can find text in it. */
const WHOLE = 30;
/** Rendered blocks beyond each edge of the screen. */
const OVERSCAN = 1;
/** A test environment without layout renders everything. */
const HAS_LAYOUT = 'ResizeObserver' in globalThis;

/** The blocks of a list that scrolls with the page. Only those on and near the screen are rendered. */
export function usePageList(list: List): VirtualList {
  const { options, ...rest } = useListOptions(list, () => window);
  return useVirtualList(list, useWindowVirtualizer<HTMLElement>(options), rest);
}

/** The blocks of a list that scrolls inside the parent of its box, as in a dialog. */
export function useScrolledList(list: List): VirtualList {
  const getScrollElement = () => list.box.current?.parentElement ?? null;
  const { options, ...rest } = useListOptions(list, getScrollElement);
  // eslint-disable-next-line react-hooks/incompatible-library -- it warns of a compiler that this client does not use
  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>({ ...options, getScrollElement });
  return useVirtualList(list, virtualizer, rest);
}

/** The style of a spacer. The browser must not use it as its scroll anchor when the list around it changes. */
export function spacerStyle(height: number): CSSProperties {
  return { blockSize: height, overflowAnchor: 'none' };
}

function useListOptions(
  { box, sizes, itemHeight, name = '', pinned = [] }: List,
  getScroller: () => HTMLElement | Window | null,
) {
  const scrollMargin = useScrollMargin(box, getScroller);
  const [estimate] = useState({ itemHeight, width: 0 });
  const [focused, setFocused] = useState<{ name: string; index: number }>();
  // Blocks beyond the screen, and the rest of a short list, follow in a render that typing can interrupt.
  const isSettled = useDeferredValue(name) === name;

  const measureElement = (block: HTMLElement) => {
    const { height, width } = block.getBoundingClientRect();
    const { marginBlockStart, marginBlockEnd } = getComputedStyle(block);
    const full = height + parseFloat(marginBlockStart) + parseFloat(marginBlockEnd);
    const items = sizes[placeOf(block)] ?? 0;
    if (items > 0 && width !== estimate.width) Object.assign(estimate, { itemHeight: full / items, width });
    return full;
  };
  const rangeExtractor = (range: Range) => {
    const beside = focused?.name === name ? [-1, 0, 1].map((step) => focused.index + step) : [];
    const always = [...beside, ...pinned].filter((at) => at >= 0 && at < range.count);
    return [...new Set([...defaultRangeExtractor(range), ...always])].sort((one, other) => one - other);
  };
  return {
    scrollMargin,
    isSettled,
    onFocus: ({ target }: FocusEvent) => {
      const block = target.closest<HTMLElement>('[data-block]');
      if (block) setFocused({ name, index: placeOf(block) });
    },
    options: {
      count: sizes.length,
      estimateSize: (index: number) => (sizes[index] ?? 0) * estimate.itemHeight,
      measureElement,
      rangeExtractor,
      indexAttribute: 'data-block',
      initialRect: { width: 0, height: window.innerHeight },
      overscan: isSettled ? OVERSCAN : 0,
      scrollMargin,
    },
  };
}

function useVirtualList(
  { sizes }: List,
  virtualizer: Virtualizer<Window, HTMLElement> | Virtualizer<HTMLElement, HTMLElement>,
  { scrollMargin, isSettled, onFocus }: Omit<ReturnType<typeof useListOptions>, 'options'>,
): VirtualList {
  useEffect(() => {
    // The browser itself keeps the scroll position if a block is higher or lower than its spacer.
    // eslint-disable-next-line react-hooks/immutability -- the library takes this setting as a property
    virtualizer.shouldAdjustScrollPositionOnItemSizeChange = () => false;
  }, [virtualizer]);

  const isShort = sizes.reduce((sum, size) => sum + size, 0) <= WHOLE;
  const isWhole = !HAS_LAYOUT || (isShort && isSettled);
  const pieces = isWhole
    ? sizes.map((_, index) => ({ index }))
    : toPieces(virtualizer, scrollMargin, sizes.length);
  return { pieces, measure: virtualizer.measureElement, onFocus };
}

function toPieces(
  virtualizer: Pick<Virtualizer<Window, HTMLElement>, 'getVirtualItems' | 'getTotalSize'>,
  scrollMargin: number,
  count: number,
): Piece[] {
  const pieces: Piece[] = [];
  let next = { index: 0, start: scrollMargin };
  const addSpacer = (index: number, start: number) => {
    if (index > next.index) pieces.push({ index: next.index, spacer: start - next.start });
  };
  for (const { index, start, end } of virtualizer.getVirtualItems()) {
    addSpacer(index, start);
    pieces.push({ index });
    next = { index: index + 1, start: end };
  }
  addSpacer(count, scrollMargin + virtualizer.getTotalSize());
  return pieces;
}

/** The distance from the start of the scrolled content to the box (px). */
function useScrollMargin(
  box: RefObject<HTMLElement | null>,
  getScroller: () => HTMLElement | Window | null,
): number {
  const [margin, setMargin] = useState(0);
  const measure = useEffectEvent(() => {
    const scroller = getScroller();
    if (!box.current || !scroller) return;
    const { top } = box.current.getBoundingClientRect();
    setMargin(
      scroller instanceof Window
        ? top + scroller.scrollY
        : top - scroller.getBoundingClientRect().top + scroller.scrollTop,
    );
  });
  useEffect(() => {
    if (!HAS_LAYOUT) return;
    // It reports at once, and when something above the list appears or goes, since that changes the height of the page.
    const observer = new ResizeObserver(() => measure());
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  return margin;
}

function placeOf(block: HTMLElement): number {
  return Number(block.dataset['block']);
}
