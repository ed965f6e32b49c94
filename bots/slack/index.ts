export { type ManifestOptions, slackManifest } from './manifest.ts';
export { type SlackHandle, type SlackOptions, startSlack } from './start.ts';
