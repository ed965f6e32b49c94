/**
 * Machines that "respond" or "answer" in software manuals. Excludes words that also mean people (clients, services,
 * hosts): "client replies mention …" is talk about answers.
 */
export const MACHINE =
  '(?:servers?|daemons?|endpoints?|protocols?|apis?|https?|pragmas?|routers?|browsers?|sockets?|packs?|ipc|rpc|dns|error|json|pipe)';
/** Words between a machine and its verb: "a server should always respond". */
export const DUTY =
  '(?:must|should|shall|will|can|may|would|might|always|then|also|does|do|did)(?: (?:not|also|then|always))?';
/**
 * What programs send and read. A response beside one of these is a program's. Excludes what a team sends too ("requests")
 * and the scheme of an address.
 */
const WIRE =
  '(?:https?(?!:\\/\\/)|headers?|cookies?|middleware|smtp\\p{L}*|dns\\p{L}*|stack traces?|rcpt|json|cache\\p{L}*|daemons?|servers?|stdout|stderr)';
/** Matches where none of them stands within `reach` characters of the same sentence. */
export const noWireWithin = (reach: number): string =>
  `(?<!(?<!\\p{L})${WIRE}(?!\\p{L})[^?!]{0,${reach}})(?![^?!]{0,${reach}}(?<!\\p{L})${WIRE}(?!\\p{L}))`;
