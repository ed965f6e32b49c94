import { classesOf, type Document, elementsNamed } from '../dom.ts';
import { setChildren } from './children.ts';

/** The documented classes of Google's icon fonts, which draw a picture for the name of it ("chevron_right"). */
const ICON_FONT = /^material-(?:icons|symbols)(?:-(?:outlined|round(?:ed)?|sharp|two-tone))?$/;

/** Leaves out the names of icons that a font draws as pictures: nobody reads them. */
export const dropIconNames = (document: Document): void => {
  for (const icon of elementsNamed(document, 'i', 'span'))
    if (icon.attribs.class?.includes('material-') && classesOf(icon).some((name) => ICON_FONT.test(name)))
      setChildren(icon, []);
};
