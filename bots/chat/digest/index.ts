export { type Owner, ownersOf, removeOwner, setOwners } from './owners.ts';
export {
  type DigestOptions,
  digestOf,
  mayReadQuestion,
  questionLine,
  sendDigests,
  unsubscribeValue,
} from './send-digests.ts';
