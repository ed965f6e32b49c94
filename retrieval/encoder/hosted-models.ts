/** A file of a model. `path` is relative to the hub's revision and to the model's folder. */
export interface ModelFile {
  path: string;
  bytes: number;
  sha256: string;
}

/** A model that Parley may download, pinned to a revision so that its files never change. */
export interface HostedModel {
  repository: string;
  revision: string;
  files: readonly ModelFile[];
}

/** The models by their name after `local:`. */
export const HOSTED: Readonly<Record<string, HostedModel>> = {
  'all-MiniLM-L6-v2': {
    repository: 'sentence-transformers/all-MiniLM-L6-v2',
    revision: '1110a243fdf4706b3f48f1d95db1a4f5529b4d41',
    files: [
      {
        path: 'tokenizer_config.json',
        bytes: 350,
        sha256: 'acb92769e8195aabd29b7b2137a9e6d6e25c476a4f15aa4355c233426c61576b',
      },
      {
        path: 'tokenizer.json',
        bytes: 466_247,
        sha256: 'be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037',
      },
      {
        path: 'onnx/model.onnx',
        bytes: 90_405_214,
        sha256: '6fd5d72fe4589f189f8ebc006442dbb529bb7ce38f8082112682524616046452',
      },
    ],
  },
};
