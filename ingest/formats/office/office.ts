import { isoDate } from '../../extract/metadata.ts';
import type { PageMetadata } from '../../extract/page.ts';
import { ownTitle } from '../program-title.ts';
import { named, parseXml, xmlText } from './xml.ts';

/** Title, author and dates in the properties of an Office Open XML file (docProps/core.xml). */
export const officeProperties = (files: ReadonlyMap<string, Uint8Array>): { title: string; metadata: PageMetadata } => {
  const core = parseXml(files.get('docProps/core.xml'));
  const value = (name: string) => xmlText(named(core, name)[0]).trim();
  const description = value('description');
  // A script that sets no properties leaves those of its library's template: an author and a day of 2013.
  const found: PageMetadata = /^generated (?:by|using) python-/.test(description)
    ? {}
    : {
        author: value('creator') || undefined,
        published: isoDate(value('created')),
        updated: isoDate(value('modified')),
        language: value('language') || undefined,
        description: description || undefined,
      };
  return {
    title: ownTitle(value('title')),
    metadata: Object.fromEntries(Object.entries(found).filter(([, one]) => one !== undefined)),
  };
};
