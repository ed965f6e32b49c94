import { builtLines, isBuilt } from './built-lines.ts';
import { componentsOf, joinedTags, moduleText } from './components.ts';
import { withoutTemplateTags } from './template-tags.ts';

/** A fence of Docusaurus around what is no code, but a part of the page. */
const MODULE_CODE = /^(`{3,})mdx-code-block[ \t]*\n([\s\S]*?)^\1[ \t]*$/gm;

/**
 * What builders of sites put into Markdown, written as a reader of the built page sees it: boxes and tabs (`:::note`, `!!! tip`,
 * `=== "Linux"`, `<TabItem label="npm">`, `{{< tab name="x" >}}`, `{% hint %}`) as a bold title above their content, and what only
 * the builder reads (imports, includes, classes, conditions) as nothing. A value that only the builder knows, within a sentence,
 * is "…". Code stays as it is.
 */
export const siteMarkup = (markdown: string): string => {
  const plain = moduleText(withoutTemplateTags(markdown.replace(MODULE_CODE, '$2')));
  const tags = componentsOf(plain);
  const joined = tags.size === 0 ? plain : joinedTags(plain);
  return isBuilt(joined) || tags.size > 0 ? builtLines(joined, tags) : joined;
};
