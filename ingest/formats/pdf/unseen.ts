import type { PDFPageProxy } from 'unpdf/pdfjs';
import { times } from './rules.ts';
import type { TextRun } from './text-run.ts';
import { type Matrix, UPRIGHT } from './turned.ts';

// Text that a page draws and a reader does not see: in the colour of what is behind it, below a box that was drawn over it, or
// without ink. Whoever hides a sentence for programs alone hides it so.

type Box = readonly [left: number, bottom: number, right: number, top: number];

/** The operators of pdf.js that are followed here, by their names. */
type Operators = typeof import('unpdf/pdfjs')['OPS'];

/** Maximum painted boxes of a page. What a drawing of more hides is not looked for. */
const MAX_BOXES = 2000;
/** Maximum difference of a channel, of 255, between letters and what is behind them that are one colour to the eye. */
const SAME_COLOUR = 10;
/** Minimum share of a run that unseen letters cover, so that the run is left out. */
const MIN_COVERED = 0.8;
const WHITE = '#ffffff';
/** Text that is drawn without ink, as text recognition puts it below a picture of a page. */
const NO_INK: ReadonlySet<unknown> = new Set([3, 7]);

/** Letters that one operator draws. */
interface Letters {
  text: string;
  x: number;
  end: number;
  y: number;
  size: number;
  colour: string | undefined;
  inkless: boolean;
  /** How many boxes were painted before. */
  order: number;
}

interface Painted {
  box: Box;
  /** Undefined for a picture, a pattern or a shape that is no rectangle. */
  colour: string | undefined;
  /** True if nothing below it shines through, so that it hides what is inside. */
  hides: boolean;
}

interface State {
  matrix: Matrix;
  colour: string | undefined;
  opaque: boolean;
  mode: unknown;
  clip: Box;
  /** False where the part of the page that is painted is no rectangle. */
  clipIsBox: boolean;
  size: number;
  leading: number;
  spacing: number;
  wordSpacing: number;
  scale: number;
  rise: number;
}

const EVERYWHERE: Box = [-1e6, -1e6, 1e6, 1e6];

const boxOf = ([a, b, c, d, e, f]: Matrix, [left, bottom, right, top]: Box): Box => {
  const xs = [left, right].flatMap((x) => [bottom, top].map((y) => a * x + c * y + e));
  const ys = [left, right].flatMap((x) => [bottom, top].map((y) => b * x + d * y + f));
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
};

const both = (one: Box, other: Box): Box => [
  Math.max(one[0], other[0]),
  Math.max(one[1], other[1]),
  Math.min(one[2], other[2]),
  Math.min(one[3], other[3]),
];

/**
 * The runs of a page that a reader sees; the same array where that is all.
 *
 * @param page of a file that was opened with its pictures: text on one is seen
 */
export const seenRuns = async (page: PDFPageProxy, runs: readonly TextRun[]): Promise<readonly TextRun[]> => {
  const { getResolvedPDFJS } = await import('unpdf');
  const { OPS } = await getResolvedPDFJS();
  const { fnArray, argsArray } = await page.getOperatorList();
  const { letters, painted } = followPage(OPS, fnArray, argsArray);
  if (painted.length > MAX_BOXES) return runs;
  // The text of a scan has no ink at all, also where its picture cannot be read.
  const isScan = letters.every(({ inkless }) => inkless);
  const [unseen, seen]: Letters[][] = [[], []];
  for (const one of letters) (!isScan && isUnseen(one, painted) ? unseen! : seen!).push(one);
  return unseen!.length === 0 ? runs : withoutUnseen(runs, unseen!, seen!);
};

/** A page while its operators are followed. */
interface Following {
  readonly letters: Letters[];
  readonly painted: Painted[];
  readonly stack: State[];
  state: State;
  /** Where the next letters and the next line begin. */
  text: Matrix;
  line: Matrix;
  /** True if the next path bounds what is painted from there on. */
  clips: boolean;
  /** The numbers of the operators that fill a path. */
  readonly filling: ReadonlySet<unknown>;
}

type Follow = (page: Following, args: readonly unknown[]) => void;

const FILLING = ['fill', 'eoFill', 'fillStroke', 'eoFillStroke', 'closeFillStroke', 'closeEOFillStroke'] as const;

const moveLine = (page: Following, x: number, y: number): void => {
  page.line = times(page.line, [1, 0, 0, 1, x, y]);
  page.text = page.line;
};

const restore: Follow = (page) => {
  page.state = page.stack.pop() ?? page.state;
};

const noColour: Follow = ({ state }) => {
  state.colour = undefined;
};

const clip: Follow = (page) => {
  page.clips = true;
};

const showText: Follow = (page, [glyphs]) => {
  const { state, letters, painted } = page;
  const { shown, width } = shownText(glyphs as unknown[], state);
  const at = times(state.matrix, times(page.text, [1, 0, 0, 1, 0, state.rise]));
  const end = times(at, [1, 0, 0, 1, width, 0]);
  // Text that is turned is not judged.
  if (Math.abs(at[1]) < 0.01 && at[0] > 0)
    letters.push({
      text: shown,
      x: at[4],
      end: end[4],
      y: at[5],
      size: Math.abs(at[3] * state.size),
      colour: state.colour,
      inkless: NO_INK.has(state.mode),
      order: painted.length,
    });
  page.text = times(page.text, [1, 0, 0, 1, width, 0]);
};

const paintPicture: Follow = ({ state, painted }) => {
  painted.push({ box: both(boxOf(state.matrix, [0, 0, 1, 1]), state.clip), colour: undefined, hides: false });
};

/** A path is filled or stroked, or bounds what follows. */
const constructPath: Follow = (page, [how, paths, corners]) => {
  if (!corners) return;
  const { state, painted } = page;
  const box = boxOf(state.matrix, Array.from(corners as ArrayLike<number>) as unknown as Box);
  const isBox = isRectangle((paths as (ArrayLike<number> | null)[] | undefined)?.[0]);
  if (page.filling.has(how)) {
    const even = isBox && state.opaque && state.clipIsBox;
    painted.push({ box: both(box, state.clip), colour: even ? state.colour : undefined, hides: even });
  }
  if (page.clips) {
    state.clip = both(state.clip, box);
    state.clipIsBox &&= isBox;
  }
  page.clips = false;
};

/** What each operator does to the page, by its name. All others change nothing that is asked for here. */
const FOLLOW: Readonly<Partial<Record<keyof Operators, Follow>>> = {
  save: ({ stack, state }) => void stack.push({ ...state }),
  restore,
  transform: ({ state }, args) => {
    state.matrix = times(state.matrix, args as unknown as Matrix);
  },
  paintFormXObjectBegin: ({ stack, state }, [matrix]) => {
    stack.push({ ...state });
    if (matrix) state.matrix = times(state.matrix, matrix as Matrix);
  },
  paintFormXObjectEnd: restore,
  setFillRGBColor: ({ state }, [colour]) => {
    state.colour = typeof colour === 'string' ? colour : undefined;
  },
  setFillColorN: noColour,
  setFillTransparent: noColour,
  setGState: ({ state }, [settings]) => {
    state.opaque = isOpaque(settings, state.opaque);
  },
  setTextRenderingMode: ({ state }, [mode]) => {
    state.mode = mode;
  },
  setFont: ({ state }, [, size]) => {
    state.size = Number(size);
  },
  setLeading: ({ state }, [leading]) => {
    state.leading = -(leading as number);
  },
  setCharSpacing: ({ state }, [spacing]) => {
    state.spacing = spacing as number;
  },
  setWordSpacing: ({ state }, [spacing]) => {
    state.wordSpacing = spacing as number;
  },
  setHScale: ({ state }, [percent]) => {
    state.scale = (percent as number) / 100;
  },
  setTextRise: ({ state }, [rise]) => {
    state.rise = rise as number;
  },
  beginText: (page) => {
    [page.text, page.line] = [UPRIGHT, UPRIGHT];
  },
  setTextMatrix: (page, args) => {
    page.line = (typeof args[0] === 'number' ? args : args[0]) as Matrix;
    page.text = page.line;
  },
  moveText: (page, [x, y]) => moveLine(page, x as number, Number(y)),
  setLeadingMoveText: (page, [x, y]) => {
    page.state.leading = Number(y);
    moveLine(page, x as number, Number(y));
  },
  nextLine: (page) => moveLine(page, 0, page.state.leading),
  clip,
  eoClip: clip,
  showText,
  paintImageXObject: paintPicture,
  paintInlineImageXObject: paintPicture,
  paintInlineImageXObjectGroup: paintPicture,
  paintImageXObjectRepeat: paintPicture,
  paintImageMaskXObject: paintPicture,
  paintImageMaskXObjectGroup: paintPicture,
  paintImageMaskXObjectRepeat: paintPicture,
  paintSolidColorImageMask: paintPicture,
  shadingFill: ({ state, painted }) => {
    painted.push({ box: both(EVERYWHERE, state.clip), colour: undefined, hides: false });
  },
  constructPath,
};

/** Follows a page's operators: the letters that they draw, and the boxes that they paint. */
const followPage = (OPS: Operators, operators: readonly number[], all: readonly unknown[]) => {
  const page: Following = {
    letters: [],
    painted: [],
    stack: [],
    state: {
      matrix: UPRIGHT,
      colour: '#000000',
      opaque: true,
      mode: 0,
      clip: EVERYWHERE,
      clipIsBox: true,
      size: 1,
      leading: 0,
      spacing: 0,
      wordSpacing: 0,
      scale: 1,
      rise: 0,
    },
    text: UPRIGHT,
    line: UPRIGHT,
    clips: false,
    filling: new Set<unknown>(FILLING.map((name) => OPS[name])),
  };
  const follow = new Map(Object.entries(FOLLOW).map(([name, step]) => [OPS[name as keyof Operators] as number, step]));
  for (const [i, operator] of operators.entries()) {
    follow.get(operator)?.(page, (all[i] ?? []) as unknown[]);
    if (page.painted.length > MAX_BOXES) break;
  }
  return page;
};

/** What `gs` leaves of the state: false where what is filled lets something shine through. */
const isOpaque = (settings: unknown, before: boolean): boolean => {
  let opaque = before;
  for (const [key, value] of (settings ?? []) as [string, unknown][]) {
    if (key === 'ca') opaque = Number(value) >= 1;
    if (key === 'BM') opaque &&= value === 'source-over' || value === 'Normal' || value === 'normal';
    if (key === 'SMask') opaque &&= value === false || value === null || value === 'None';
  }
  return opaque;
};

/** The text and the width, in text space, of what one operator shows. */
const shownText = (glyphs: readonly unknown[], { size, spacing, wordSpacing, scale }: State) => {
  let [shown, width] = ['', 0];
  for (const glyph of glyphs) {
    if (typeof glyph === 'number') width -= (glyph / 1000) * size * scale;
    else if (typeof glyph === 'object' && glyph !== null) {
      const one = glyph as { unicode?: string; width?: number; isSpace?: boolean };
      shown += one.unicode ?? '';
      width += (((one.width ?? 0) / 1000) * size + spacing + (one.isSpace ? wordSpacing : 0)) * scale;
    }
  }
  return { shown, width };
};

/** True for a path of four or five steps along the axes. */
const isRectangle = (path: ArrayLike<number> | null | undefined): boolean => {
  if (!path) return false;
  const points: [number, number][] = [];
  for (let i = 0; i < path.length; ) {
    if (path[i] === 4) i++;
    else if (path[i] === 0 || path[i] === 1) {
      points.push([path[i + 1] ?? 0, path[i + 2] ?? 0]);
      i += 3;
    } else return false;
  }
  return (
    (points.length === 4 || points.length === 5) &&
    points.every(([x, y], i) => {
      const [toX, toY] = points[(i + 1) % points.length]!;
      return Math.abs(x - toX) < 0.5 || Math.abs(y - toY) < 0.5;
    })
  );
};

const isInside = (x: number, y: number, [left, bottom, right, top]: Box): boolean =>
  x >= left && x <= right && y >= bottom && y <= top;

const isUnseen = (one: Letters, painted: readonly Painted[]): boolean => {
  if (one.text.trim() === '') return false;
  const [x, y] = [(one.x + one.end) / 2, one.y + one.size / 4];
  const here = painted.map((paint, order) => ({ ...paint, order })).filter(({ box }) => isInside(x, y, box));
  if (one.inkless) return here.every(({ colour, hides }) => hides || colour !== undefined);
  const covers = ({ box }: Painted) =>
    isInside(one.x + 0.5, one.y, box) && isInside(one.end - 0.5, one.y + one.size * 0.6, box);
  if (here.some(({ order, hides, ...paint }) => order >= one.order && hides && covers({ hides, ...paint })))
    return true;
  // A rule under the letters is no ground.
  const isGround = ({ box: [, bottom, , top] }: Painted) => top - bottom > one.size / 2;
  const behind = here.filter((paint) => paint.order < one.order && isGround(paint)).at(-1);
  const ground = behind === undefined ? WHITE : behind.colour;
  return one.colour !== undefined && ground !== undefined && isSameColour(one.colour, ground);
};

const isSameColour = (one: string, other: string): boolean =>
  [1, 3, 5].every(
    (at) =>
      Math.abs(Number.parseInt(one.slice(at, at + 2), 16) - Number.parseInt(other.slice(at, at + 2), 16)) <=
      SAME_COLOUR,
  );

/** The runs without those that unseen letters make, and without the unseen words of others. */
const withoutUnseen = (
  runs: readonly TextRun[],
  unseen: readonly Letters[],
  seen: readonly Letters[],
): readonly TextRun[] => {
  const byHeight = (of: readonly Letters[]) => Map.groupBy(of, ({ y }) => Math.round(y));
  const [hidden, shown] = [byHeight(unseen), byHeight(seen)];
  const near = (letters: ReadonlyMap<number, Letters[]>, { x, y, width }: TextRun) =>
    [-1, 0, 1]
      .flatMap((step) => letters.get(Math.round(y) + step) ?? [])
      .filter((one) => one.x < x + width && one.end > x);
  const covered = (letters: readonly Letters[], { x, width }: TextRun) =>
    letters.reduce((sum, one) => sum + Math.min(one.end, x + width) - Math.max(one.x, x), 0);
  return runs.flatMap((run) => {
    const over = run.text.trim() === '' ? [] : near(hidden, run);
    if (over.length === 0) return [run];
    if (covered(near(shown, run), run) < run.width * (1 - MIN_COVERED))
      return covered(over, run) >= run.width * MIN_COVERED ? [] : [run];
    const left = over.reduce((text, one) => text.replace(one.text.trim(), ''), run.text);
    return [left === run.text ? run : { ...run, text: left }];
  });
};
