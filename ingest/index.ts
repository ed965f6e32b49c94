export { type ChunkInput, type ChunkOptions, chunkDocument } from './chunk/index.ts';
export { createFetcher, type Fetcher, type FetcherOptions } from './fetch/index.ts';
export { type ForgetReceipt, forget } from './forget.ts';
export { type Outcome, type PreviewRow, preview } from './preview/index.ts';
export type { IngestFailure, IngestReport } from './report.ts';
export {
  type Connector,
  type ConnectorContext,
  gitRepositories,
  type ListedOptions,
  listedConnector,
  type PathRules,
  type SiteOptions,
  type SourceKind,
  siteConnector,
} from './sources/index.ts';
