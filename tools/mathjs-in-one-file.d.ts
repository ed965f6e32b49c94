declare module 'mathjs/lib/browser/math.js' {
  const math: typeof import('mathjs');
  export default math;
}
