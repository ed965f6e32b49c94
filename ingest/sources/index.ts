export type { Connector, ConnectorContext, NamedPlace, PathRules, SourceKind } from './connector.ts';
export { gitRepositories } from './git/repositories.ts';
export { type ListedOptions, listedConnector } from './listed.ts';
export { readListing } from './listing.ts';
export { type SiteOptions, siteConnector } from './site.ts';
