export {
  type Access,
  type Asker,
  type Channel,
  type ChannelConduct,
  channelScope,
  createAccess,
  PRIVATE,
  workspaceScope,
} from './access.ts';
export { type AccessPolicy, DEFAULT_POLICY, parseAccessPolicy, readAccessPolicy } from './policy.ts';
export { audienceText, checkAccess, explainAccess, type LookUpPerson, rememberPolicy } from './report.ts';
