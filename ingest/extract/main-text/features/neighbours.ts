import { type FeatureGroup, share } from './feature-group.ts';

const OFFSETS = [-3, -2, -1, 1, 2, 3];
const WINDOWS = [2, 5, 12];

/** The blocks before and after, each alone and in windows. */
export const neighbours: FeatureGroup = {
  names: [
    ...OFFSETS.flatMap((offset) => [`length_${offset}`, `density_${offset}`, `good_${offset}`]),
    ...WINDOWS.flatMap((width) => [`window_${width}_length`, `window_${width}_density`, `window_${width}_good`]),
  ],
  prepare({ blocks, length, density, good }) {
    const count = blocks.length;
    const sums = [new Float64Array(count + 1), new Float64Array(count + 1), new Float64Array(count + 1)] as const;
    for (let i = 0; i < count; i++) {
      sums[0][i + 1] = sums[0][i]! + length[i]!;
      sums[1][i + 1] = sums[1][i]! + length[i]! * density[i]!;
      sums[2][i + 1] = sums[2][i]! + length[i]! * good[i]!;
    }
    return (i, row, at) => {
      for (const offset of OFFSETS) {
        const j = i + offset;
        const there = j >= 0 && j < count;
        row[at++] = there ? Math.log1p(length[j]!) : -1;
        row[at++] = there ? density[j]! : -1;
        row[at++] = there ? good[j]! : -1;
      }
      for (const width of WINDOWS) {
        const from = Math.max(0, i - width);
        const to = Math.min(count, i + width + 1);
        const characters = sums[0][to]! - sums[0][from]!;
        row[at++] = Math.log1p(characters / (to - from));
        row[at++] = share(sums[1][to]! - sums[1][from]!, characters);
        row[at++] = share(sums[2][to]! - sums[2][from]!, characters);
      }
    };
  },
};
