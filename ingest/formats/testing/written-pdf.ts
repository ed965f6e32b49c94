/** Words on a page. Coordinates are points from the lower left corner. */
export interface Written {
  text: string;
  x: number;
  y: number;
  size: number;
  /** True for Times instead of Courier. */
  times?: boolean;
  /** True for Helvetica instead of Courier. */
  helvetica?: boolean;
}

/** A straight line on a page. */
export interface WrittenLine {
  from: readonly [number, number];
  to: readonly [number, number];
}

/** A bookmark, with those below it. `page` counts from 1. */
export interface WrittenBookmark {
  title: string;
  page: number;
  below?: readonly WrittenBookmark[];
}

/** Operators of a page, as they are written into it: a colour, a filled box. */
export interface WrittenOperators {
  operators: string;
}

/** Writes a PDF for tests, with each page's words in the given order. @param title what its properties give as its title */
export const writePdf = (
  pages: readonly (readonly (Written | WrittenLine | WrittenOperators)[])[],
  bookmarks: readonly WrittenBookmark[] = [],
  title?: string,
): Uint8Array => {
  const objects: string[] = ['<< /Type /Catalog /Pages 2 0 R >>', ''];
  const add = (object: string): number => objects.push(object);
  const courier = add('<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>');
  const times = add('<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman >>');
  const helvetica = add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
  const kids = pages.map((words) => {
    const content = words
      .map((one) => {
        if ('operators' in one) return one.operators;
        if ('from' in one) return `${one.from.join(' ')} m ${one.to.join(' ')} l S`;
        const { text, x, y, size, times, helvetica } = one;
        return `BT /${times ? 'F2' : helvetica ? 'F3' : 'F1'} ${size} Tf 1 0 0 1 ${x} ${y} Tm (${text.replace(/[()\\]/g, '\\$&')}) Tj ET`;
      })
      .join('\n');
    const stream = add(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`);
    return add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${stream} 0 R /Resources << /Font << /F1 ${courier} 0 R /F2 ${times} 0 R /F3 ${helvetica} 0 R >> /ExtGState << /Marked << /ca 0.4 >> >> >> >>`,
    );
  });
  objects[1] = `<< /Type /Pages /Count ${kids.length} /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] >>`;
  if (bookmarks.length > 0) {
    const root = add('');
    const write = (marks: readonly WrittenBookmark[], parent: number): string => {
      const ids = marks.map(() => add(''));
      for (const [i, { title, page, below = [] }] of marks.entries()) {
        const id = ids[i] ?? 0;
        const next = ids[i + 1] === undefined ? '' : `/Next ${ids[i + 1]} 0 R`;
        const children = below.length > 0 ? write(below, id) : '';
        objects[id - 1] =
          `<< /Title (${title}) /Parent ${parent} 0 R /Dest [${kids[page - 1]} 0 R /Fit] ${next} ${children} >>`;
      }
      return `/First ${ids[0]} 0 R /Last ${ids.at(-1)} 0 R /Count ${ids.length}`;
    };
    objects[root - 1] = `<< /Type /Outlines ${write(bookmarks, root)} >>`;
    objects[0] = `<< /Type /Catalog /Pages 2 0 R /Outlines ${root} 0 R >>`;
  }
  const info = title === undefined ? '' : ` /Info ${add(`<< /Title (${title}) >>`)} 0 R`;
  let file = '%PDF-1.4\n';
  const places = objects.map((object, i) => {
    const place = file.length;
    file += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const xref = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${xref}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R${info} >>\nstartxref\n${file.length}\n%%EOF`;
  return new TextEncoder().encode(file);
};
