import '../core/supported-node.ts';

/** For testing your own connector: the vitest suite that all connectors must pass, and a local HTTP server for test fakes. */
export {
  connectorContract,
  type FakeConnector,
  openWork,
  type WorldPage,
} from '../ingest/sources/testing/connector.contract.ts';
export { type ApiReply, type ApiRequest, type FakeApi, startApi } from '../ingest/sources/testing/fake-api.ts';
