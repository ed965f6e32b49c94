export type { Connector, ConnectorContext } from './connector.ts';
export { type ListedOptions, listedConnector } from './listed.ts';
export { readListing } from './listing.ts';
export { type SiteOptions, siteConnector } from './site.ts';
