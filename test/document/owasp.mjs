// OWASP's rules for API documents, for Spectral. What is not kept stands here, each with its reason.
import owasp from '@stoplight/spectral-owasp-ruleset';

/** Schemas in what is sent to the API. Nothing that an answer holds can exhaust the server. */
const IN_REQUESTS = '$.paths[*][*][requestBody,parameters]';

/**
 * The rule, for requests alone: how long the names of places are and how many there are is up to Google, and an export
 * holds all there is. Lists that the API answers in parts have their limits in the document.
 * @param {keyof typeof owasp.rules} name
 * @param {string} type
 */
const inRequests = (name, type) => ({
  ...owasp.rules[name],
  given: [
    `${IN_REQUESTS}..[?(@ && @.type=="${type}")]`,
    `${IN_REQUESTS}..[?(@ && @.type && @.type.constructor.name === "Array" && @.type.includes("${type}"))]`,
  ],
});

export default {
  extends: [owasp],
  rules: {
    'owasp:api4:2023-string-limit': inRequests('owasp:api4:2023-string-limit', 'string'),
    'owasp:api4:2023-array-limit': inRequests('owasp:api4:2023-array-limit', 'array'),
    // No answer counts down: honest clients never meet a limit, and a 429 says in Retry-After when to come again.
    'owasp:api4:2023-rate-limit': 'off',
    // No other origin may read anything, so no answer has this header; `headers.spec` proves it.
    'owasp:api8:2023-define-cors-origin': 'off',
  },
  overrides: [
    {
      // Whoever signs up, signs in or has forgotten the password has no session yet. These have throttles of their own.
      files: ['signup', 'login', 'password-reset', 'session'].map(
        (name) => `../../client/api/openapi.json#/paths/~1api~1auth~1${name}/post/security`,
      ),
      rules: { 'owasp:api2:2023-write-restricted': 'off' },
    },
  ],
};
