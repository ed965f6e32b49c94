import means from './token-means.json' with { type: 'json' };

/**
 * The mean of a local model's token outputs over 300 passages (`node evals/search/measure-token-mean.ts`). All tokens have
 * this component in common, so token coverage subtracts it.
 *
 * @param name `local:all-MiniLM-L6-v2`
 * @returns undefined for a model that was not measured
 */
export const tokenMeanOf = (name: string): Float32Array | undefined => {
  const base64 = (means as Record<string, string>)[name.slice(name.indexOf(':') + 1)];
  return base64 === undefined ? undefined : new Float32Array(Uint8Array.from(Buffer.from(base64, 'base64')).buffer);
};
