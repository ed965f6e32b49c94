/** Words on a page. Coordinates are points from the lower left corner. */
export interface Written {
  text: string;
  x: number;
  y: number;
  size: number;
  /** True for Times instead of Courier. */
  times?: boolean;
}

/** Writes a PDF for tests, with each page's words in the given order. */
export const writePdf = (pages: readonly (readonly Written[])[]): Uint8Array => {
  const objects: string[] = ['<< /Type /Catalog /Pages 2 0 R >>', ''];
  const add = (object: string): number => objects.push(object);
  const courier = add('<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>');
  const times = add('<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman >>');
  const kids = pages.map((words) => {
    const content = words
      .map(
        ({ text, x, y, size, times }) =>
          `BT /${times ? 'F2' : 'F1'} ${size} Tf 1 0 0 1 ${x} ${y} Tm (${text.replace(/[()\\]/g, '\\$&')}) Tj ET`,
      )
      .join('\n');
    const stream = add(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`);
    return add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${stream} 0 R /Resources << /Font << /F1 ${courier} 0 R /F2 ${times} 0 R >> >> >>`,
    );
  });
  objects[1] = `<< /Type /Pages /Count ${kids.length} /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] >>`;
  let file = '%PDF-1.4\n';
  const places = objects.map((object, i) => {
    const place = file.length;
    file += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const xref = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${xref}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF`;
  return new TextEncoder().encode(file);
};
