/** What a link to a place in a page says: the page's title, and the heading that the place stands below. */
export const nearestName = ({ title, section }: { title: string; section?: string | undefined }): string =>
  section ? `${title} › ${section}` : title;
