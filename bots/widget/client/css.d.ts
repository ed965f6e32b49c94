/** A style sheet's text, which the bundler puts into the script. */
declare module '*.css' {
  const text: string;
  export default text;
}
