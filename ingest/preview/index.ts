export { type Outcome, type PreviewRow, preview } from './preview.ts';
