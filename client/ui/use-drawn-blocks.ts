import {
  startTransition,
  useEffect,
  useEffectEvent,
  useState,
  type CSSProperties,
  type RefObject,
} from 'react';

/** A piece of a long list from top to bottom: a block that is drawn, or the room of those that are not (px). */
export type Piece = { block: number } | { room: number };

interface Blocks {
  /** How many items each block holds, from the first to the last. */
  sizes: readonly number[];
  /** About how high (px) an item is, as long as none was drawn. */
  itemHeight: number;
  /** Tells lists apart that follow each other in the box: another one is seen from its beginning. */
  list?: string;
  /**
   * A list with so few items is drawn whole, 30 unless told, so that the browser can find text in it; one that follows
   * another a moment after what the screen shows of it.
   */
  whole?: number;
}

const WHOLE = 30;
/** What is drawn beyond both edges of the screen (px), for the next moment of scrolling, and for Tab to reach. */
const MARGIN = 300;
/** Where nothing has a height, as in a test without a browser, everything is drawn. */
const HAS_LAYOUT = 'ResizeObserver' in globalThis;

/**
 * Which blocks of a list that may be very long are drawn: those on the screen and near it, and the one that holds the
 * focus, with its neighbours. All others leave their room. Each drawn block is an element with `data-block`, its number,
 * anywhere below the box.
 */
export function useDrawnBlocks(
  box: RefObject<HTMLElement | null>,
  { sizes, itemHeight, list = '', whole = WHOLE }: Blocks,
): Piece[] {
  const count = sizes.length;
  const [seen] = useState<Seen>(() => ({ heights: new Map(), width: 0, each: itemHeight, top: 0, list }));
  const begin = (): Drawn => ({ list, count, pieces: firstPieces(sizes, whole, seen) });
  const [known, setDrawn] = useState(begin);
  const drawn = known.list === list ? known : begin();
  if (drawn !== known) setDrawn(drawn);
  const isWhole = itemsOf(sizes) <= whole;

  const look = useEffectEvent(() => {
    if (box.current === null) return;
    const near = { list, count, pieces: piecesNow(box.current, { sizes, list }, seen) };
    if (!isWhole) setDrawn((before) => (isSame(before, near) ? before : near));
    // Nobody waits for what is beyond the screen.
    else if (hasRoom(drawn)) startTransition(() => setDrawn({ list, count, pieces: allPieces(sizes) }));
  });
  useEffect(() => {
    if (box.current === null || !HAS_LAYOUT) return;
    const onChange = () => look();
    // At once, and when what was drawn is higher or lower than expected.
    const observer = new ResizeObserver(onChange);
    const observed = box.current;
    observer.observe(observed);
    // Before the next key: what is drawn for where the focus was may leave out where it goes.
    observed.addEventListener('focusin', onChange);
    // Of whatever scrolls: the page, or a dialog. Scrolling does not bubble.
    const scroll = { capture: true, passive: true };
    document.addEventListener('scroll', onChange, scroll);
    window.addEventListener('resize', onChange);
    return () => {
      observer.disconnect();
      observed.removeEventListener('focusin', onChange);
      document.removeEventListener('scroll', onChange, scroll);
      window.removeEventListener('resize', onChange);
    };
    // Another list is observed anew: it may be as high as the one before.
  }, [box, list]);

  if (!HAS_LAYOUT || (isWhole && !hasRoom(drawn))) return allPieces(sizes);
  // Until the next look, which follows since the box is now of another height.
  const added = itemsOf(sizes.slice(drawn.count)) * itemHeight;
  const still = drawn.pieces.filter((piece) => 'room' in piece || piece.block < count);
  return added > 0 ? [...still, { room: added }] : still;
}

/** The style of the element that keeps the room: the browser must not hold on to it when what is around it changes. */
export function roomStyle(room: number): CSSProperties {
  return { blockSize: room, overflowAnchor: 'none' };
}

function itemsOf(sizes: readonly number[]): number {
  return sizes.reduce((sum, size) => sum + size, 0);
}

function allPieces(sizes: readonly number[]): Piece[] {
  return sizes.map((_, block) => ({ block }));
}

function hasRoom({ pieces }: Drawn): boolean {
  return pieces.some((piece) => 'room' in piece);
}

/** The beginning of a list: what the screen shows and what is near, and at most as much as is drawn whole. */
function firstPieces(sizes: readonly number[], whole: number, { each, top, width }: Seen): Piece[] {
  // As long as nothing was measured, what is near would be a guess, and what follows would move.
  const near = width === 0 ? Infinity : (window.innerHeight + MARGIN - top) / each;
  let items = 0;
  const end = sizes.findIndex((size, block) => {
    const isNear = items < near;
    items += size;
    return block > 0 && (!isNear || items > whole);
  });
  if (end < 0) return allPieces(sizes);
  return [...allPieces(sizes.slice(0, end)), { room: itemsOf(sizes.slice(end)) * each }];
}

/** What is drawn of a list. */
interface Drawn {
  list: string;
  /** Of its blocks. */
  count: number;
  pieces: readonly Piece[];
}

/** What was measured, in px. */
interface Seen {
  /** Of blocks, with what lies between two. */
  heights: Map<number, number>;
  /** Of the box; in another one everything has another height. */
  width: number;
  /** What is expected of an item. It stays, since else all that was not drawn would move with each block that is. */
  each: number;
  /** Of the box on the screen; none while it begins above. */
  top: number;
  /** Whose heights these are. */
  list: string;
}

type Measured = Required<Pick<Blocks, 'sizes' | 'list'>>;

function measure(
  box: HTMLElement,
  elements: readonly HTMLElement[],
  { sizes, list }: Measured,
  seen: Seen,
): void {
  const isNew = seen.width !== box.offsetWidth;
  if (isNew || seen.list !== list) seen.heights.clear();
  Object.assign(seen, { list, top: Math.max(box.getBoundingClientRect().top, 0) });
  const gap = gapBetween(elements);
  for (const element of elements) seen.heights.set(numberOf(element), element.offsetHeight + gap);
  if (!isNew || elements.length === 0) return;
  const items = elements.reduce((sum, element) => sum + (sizes[numberOf(element)] ?? 0), 0);
  const height = [...seen.heights.values()].reduce((sum, each) => sum + each, 0);
  if (items > 0) Object.assign(seen, { each: height / items, width: box.offsetWidth });
}

function piecesNow(box: HTMLElement, measured: Measured, seen: Seen): Piece[] {
  const { sizes } = measured;
  const elements = [...box.querySelectorAll<HTMLElement>('[data-block]')];
  const [anchor] = elements;
  measure(box, elements, measured, seen);
  const heightOf = (block: number) => seen.heights.get(block) ?? (sizes[block] ?? 0) * seen.each;

  const before = anchor ? sizes.slice(0, numberOf(anchor)).reduce((sum, _, at) => sum + heightOf(at), 0) : 0;
  let top = (anchor ?? box).getBoundingClientRect().top - before;
  const focused = elements.find((element) => element.contains(document.activeElement));
  const pieces: Piece[] = [];
  for (const block of sizes.keys()) {
    const height = heightOf(block);
    const isNear = top + height > -MARGIN && top < window.innerHeight + MARGIN;
    top += height;
    const last = pieces.at(-1);
    if (isNear || (focused && Math.abs(block - numberOf(focused)) <= 1)) pieces.push({ block });
    else if (last && 'room' in last) last.room += height;
    else pieces.push({ room: height });
  }
  return pieces;
}

/** What lies between two blocks that follow each other (px). */
function gapBetween(elements: readonly HTMLElement[]): number {
  const second = elements.findIndex((element, at) => {
    const before = elements[at - 1];
    return before && numberOf(element) === numberOf(before) + 1;
  });
  const [above, below] = [elements[second - 1], elements[second]];
  return above && below ? below.getBoundingClientRect().top - above.getBoundingClientRect().bottom : 0;
}

function numberOf(element: HTMLElement): number {
  return Number(element.dataset['block']);
}

/** Apart from parts of a pixel. */
function isSame(one: Drawn, other: Drawn): boolean {
  return (
    one.list === other.list &&
    one.count === other.count &&
    one.pieces.length === other.pieces.length &&
    one.pieces.every((piece, index) => {
      const match = other.pieces[index];
      if (match === undefined) return false;
      if ('block' in piece) return 'block' in match && piece.block === match.block;
      return 'room' in match && Math.abs(piece.room - match.room) < 1;
    })
  );
}
