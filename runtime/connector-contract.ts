import '../core/supported-node.ts';

/** For testing your own connector: the vitest suite that all connectors must pass, and a local HTTP server for test doubles. */
export {
  connectorContract,
  type DoubleConnector,
  openWork,
  type WorldPage,
} from '../ingest/sources/testing/connector.contract.ts';
export { type ApiReply, type ApiRequest, type DoubleApi, startApi } from '../ingest/sources/testing/double-api.ts';
