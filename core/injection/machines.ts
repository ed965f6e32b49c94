/**
 * Machines that "respond" or "answer" in software manuals. Excludes words that also mean people (clients, services,
 * hosts): "client replies mention …" is talk about answers.
 */
export const MACHINE =
  '(?:servers?|daemons?|endpoints?|protocols?|apis?|https?|pragmas?|routers?|browsers?|sockets?|packs?|ipc|rpc|dns|error|json|pipe)';
/** Words between a machine and its verb: "a server should always respond". */
export const DUTY =
  '(?:must|should|shall|will|can|may|would|might|always|then|also|does|do|did)(?: (?:not|also|then|always))?';
