/** An error in the format of OpenAI's API. */
export interface OpenAiFailure {
  error: { message: string; type: string; param: string | null; code: string };
}

const TYPES: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  403: 'permission_error',
  429: 'rate_limit_error',
};

/** True for the paths that OpenAI's clients ask, whose errors must have the form that these clients read. */
export const isOpenAiPath = (path: string): boolean => path === '/v1' || path.startsWith('/v1/');

/**
 * Converts a refusal to the format of OpenAI's API. Its clients show `message` alone, so that holds the remedy too.
 * @param param the invalid field of the request
 */
export const openAiFailure = (
  { code, message, remedy }: { code: string; message: string; remedy: string },
  status: number,
  param: string | null = null,
): OpenAiFailure => ({
  error: {
    message: `${message} ${remedy}`,
    type: TYPES[status] ?? (status < 500 ? 'invalid_request_error' : 'server_error'),
    param,
    code,
  },
});
