import '../core/supported-node.ts';

export { domainGroup } from './access/rules.ts';
export { type ChunkInput, type ChunkOptions, chunkDocument } from './chunk/chunk.ts';
export { extractWholeHtml } from './extract/html.ts';
export { escapeMarkdown, markdownLink, markdownTable } from './extract/write-markdown.ts';
export { createFetcher, type Fetcher, type FetcherOptions } from './fetch/fetch.ts';
export { type ForgetReceipt, forget } from './forget.ts';
export { contentHash } from './inputs/item.ts';
export { type Outcome, type PreviewRow, preview } from './preview/preview.ts';
export type { IngestFailure, IngestReport } from './report.ts';
export { readerFor } from './sandbox/index.ts';
export { adfToMarkdown } from './sources/adf.ts';
export type {
  AccessRule,
  AnsweredError,
  Api,
  ApiConnector,
  ApiContext,
  ApiPlace,
  Audience,
  MirroredItem,
} from './sources/api-connector.ts';
export type { Connector, ConnectorContext, PathRules, SourceKind } from './sources/connector.ts';
export { gitRepositories } from './sources/git/repositories.ts';
export { type ListedOptions, listedConnector } from './sources/listed.ts';
export { markdownPage } from './sources/markdown-page.ts';
export { eachPage, listByLink, withQuery } from './sources/paging.ts';
export { mayGoOn } from './sources/read-mirrored.ts';
export { hasStatus, NOT_SEEN, onStatus } from './sources/refusals.ts';
export { type SiteOptions, siteConnector } from './sources/site.ts';
export { type ToldMembers, toldMembers } from './sources/told-members.ts';
