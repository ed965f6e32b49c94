export { isPublicAddress } from './addresses.ts';
export {
  createFetcher,
  type Fetched,
  type Fetcher,
  type FetcherOptions,
  type FetchRequest,
  USER_AGENT,
} from './fetch.ts';
