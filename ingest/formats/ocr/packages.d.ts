/** These files of the packages bring no types; where they are loaded it is said what is used of them. */
declare module 'tesseract.js-core/tesseract-core-simd-lstm.js' {
  const load: (options: object) => Promise<unknown>;
  export default load;
}

declare module 'pdfjs-dist/legacy/build/pdf.worker.mjs' {
  export const WorkerMessageHandler: unknown;
}
