export { announceFixed } from './notices.ts';
