/** These files of the packages have no types. The code that loads them declares the parts that it uses. */
declare module 'tesseract.js-core/tesseract-core-simd-lstm.js' {
  const load: (options: object) => Promise<unknown>;
  export default load;
}

declare module 'pdfjs-dist/legacy/build/pdf.worker.mjs' {
  export const WorkerMessageHandler: unknown;
}
