/** What a secret looks like, by its issuer's own marks, or by what it is given to. */
const SECRETS: Record<string, RegExp> = {
  'a private key': /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY(?: BLOCK)?-----/,
  'the key of a service account': /"private_key_id"\s*:\s*"[0-9a-f]{40}"/,
  'an API key of Google': /(?<![\w+/-])AIza[\w-]{35}(?![\w-])/,
  'an access token of Google': /(?<![\w+/-])ya29\.[\w-]{20,}/,
  'a refresh token of Google': /(?<![\w+/-])1\/\/0[\w-]{30,}/,
  'the secret of an OAuth client': /(?<![\w+/-])GOCSPX-[\w-]{20,}/,
  'a signed token': /(?<![\w+/-])eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{20,}/,
  'a token of GitHub': /(?<!\w)(?:gh[oprsu]_[A-Za-z0-9]{36}|github_pat_\w{40,})/,
  'a token of npm': /(?<!\w)npm_[A-Za-z0-9]{36}(?!\w)/,
  'an access key of AWS': /(?<![\w+/-])AKIA[0-9A-Z]{16}(?![\w+/-])/,
  'a token of Slack': /(?<!\w)xox[abprs]-[\w-]{20,}/,
  'a key of 32 bytes':
    /(?:key|secret|token|password)\w*["'\])]*\s*[:=]\s*["'`]?(?:[\w-]+:)?(?:[A-Za-z0-9+/]{43}=|[0-9a-fA-F]{64})(?![\w+/=])/i,
  'the password of a database':
    /\bpostgres(?:ql)?:\/\/[^\s:/@]+:(?!password@)[^\s@/$]+@(?!127\.0\.0\.1|localhost|\[::1\]|(?:host|database)\b(?![.-])|[\w.-]*\.example\b)[\w[]/,
};

/** What kinds of secrets a line holds; never the secret itself, since a report is read by many. */
export function secretsIn(line: string): string[] {
  return Object.keys(SECRETS).filter((kind) => SECRETS[kind]?.test(line));
}
