// Every strategy. To take one out, delete its folder and its line, then run `npm run draw`.
// biome-ignore-start lint/performance: the table is the one place that names every folder, a line each.
export * from './agent/strategy.ts';
export * from './airrag/strategy.ts';
export * from './auto/strategy.ts';
export * from './baselines/strategies.ts';
export * from './crp/strategy.ts';
export * from './hybrid/strategy.ts';
export * from './par/strategy.ts';
export * from './rok/strategy.ts';
// biome-ignore-end lint/performance: see above.
