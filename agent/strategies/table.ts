// Every strategy. To take one out, delete its folder and its line, then run `npm run draw`.
export * from './airrag/strategy.ts';
export * from './auto/strategy.ts';
export * from './baselines/strategies.ts';
export * from './crp/strategy.ts';
export * from './hybrid/strategy.ts';
export * from './par/strategy.ts';
export * from './rok/strategy.ts';
