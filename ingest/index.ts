import '../core/supported-node.ts';

export { type ChunkInput, type ChunkOptions, chunkDocument } from './chunk/chunk.ts';
export { extractWholeHtml } from './extract/html.ts';
export { createFetcher, type Fetcher, type FetcherOptions } from './fetch/fetch.ts';
export { type ForgetReceipt, forget } from './forget.ts';
export { contentHash } from './inputs/item.ts';
export { type Outcome, type PreviewRow, preview } from './preview/preview.ts';
export type { IngestFailure, IngestReport } from './report.ts';
export type {
  AccessRule,
  ApiConnector,
  ApiContext,
  ApiPlace,
  Audience,
  MirroredItem,
} from './sources/api-connector.ts';
export type { Connector, ConnectorContext, PathRules, SourceKind } from './sources/connector.ts';
export { gitRepositories } from './sources/git/repositories.ts';
export { type ListedOptions, listedConnector } from './sources/listed.ts';
export { type SiteOptions, siteConnector } from './sources/site.ts';
