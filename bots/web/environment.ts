/** What Hono carries with each request. */
export interface WebEnv {
  Variables: { askerId: string };
}
