/** One thing that `parley doctor` looked at. */
export interface Check {
  name: string;
  ok: boolean;
  /** What was found, in words. */
  message: string;
  /** What to do about it; absent when all is well. */
  remedy?: string;
}
