export { contentStems, shareIn } from '../../core/text/content-stems.ts';
