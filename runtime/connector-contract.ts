import '../core/supported-node.ts';

/** What every connector is held to, for one of your own: a suite for vitest, and a service of this machine for its double. */
export {
  connectorContract,
  type DoubleConnector,
  openWork,
  type WorldPage,
} from '../ingest/sources/testing/connector.contract.ts';
export { type ApiReply, type ApiRequest, type DoubleApi, startApi } from '../ingest/sources/testing/double-api.ts';
