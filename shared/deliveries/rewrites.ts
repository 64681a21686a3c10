/**
 * Changes that serializers, proxies and frameworks make to a body in transit. The diagnosis of a mismatch reverses them, and
 * *Fault* in the composer applies them. Both use the implementations in `electron/core/deliveries/diagnosis/rewrites.ts`.
 */
export const rewrites = {
  'final-line-break': ['Final line break added or removed', 'As by editors, echo or trimming.'],
  'line-breaks': ['Line breaks changed', 'CRLF for LF, or LF for CRLF.'],
  'byte-order-mark': ['Byte order mark added or removed', 'As by Windows tools.'],
  'windows-1252': ['Encoded as Windows-1252', 'Not in UTF-8 any more.'],
  'utf-8-twice': ['Encoded as UTF-8 twice', 'UTF-8 was read as Windows-1252 or Latin-1.'],
  base64: ['Encoded as base64', 'As AWS API Gateway passes binary bodies.'],
  'json-string': ['Quoted as a JSON string', 'As by JSON.stringify of a text.'],
  'json-compact': ['Rewritten by JSON.stringify or Jackson', 'No white space, and only needed escapes.'],
  'json-2-spaces': ['Rewritten with 2 spaces', 'As by JSON.stringify(…, 2) or jq.'],
  'json-4-spaces': ['Rewritten with 4 spaces', 'As by many pretty-printers.'],
  'json-tabs': ['Rewritten with tabs', 'As by JSON.stringify(…, "\\t") or jq --tab.'],
  'json-ascii': ['Rewritten in ASCII', 'No white space, and other characters as \\u00eb.'],
  python: ['Rewritten by Python', 'As by json.dumps: spaces after commas and colons, ASCII only.'],
  'python-utf8': ['Rewritten by Python in UTF-8', 'Spaces after commas and colons (ensure_ascii=False).'],
  php: ['Rewritten by PHP', 'As by json_encode: \\/ for slashes, ASCII only.'],
  'php-utf8': ['Rewritten by PHP in UTF-8', 'As by JSON_UNESCAPED_UNICODE: \\/ for slashes.'],
  go: ['Rewritten by Go or Rails', '< > & as \\u003c \\u003e \\u0026.'],
  'go-map': ['Rewritten from a Go map', 'Names sorted, numbers as float64, < > & escaped.'],
  gson: ['Rewritten by Gson', "= < > & and ' as \\u003d \\u003c \\u003e \\u0026 \\u0027."],
  'gson-map': ['Rewritten from a Gson map', 'As by Gson, with 1 as 1.0.'],
  dotnet: [
    'Rewritten by System.Text.Json',
    '" + < > & and \' as \\u0022 \\u002B \\u003C \\u003E \\u0026 \\u0027.',
  ],
  newtonsoft: ['Rewritten by Json.NET', 'No white space; U+0085, U+2028 and U+2029 escaped.'],
  'jackson-ascii': ['Rewritten by Jackson in ASCII', 'Other characters as \\u00EB (ESCAPE_NON_ASCII).'],
  'jackson-pretty': ['Rewritten by Jackson’s pretty-printer', 'Spaces before colons, lists on one line.'],
  jsonb: ['Stored as jsonb by PostgreSQL', 'Shorter names first, spaces after commas and colons.'],
} as const satisfies Readonly<Record<string, readonly [label: string, detail: string]>>

export type Rewrite = keyof typeof rewrites
export const rewriteKinds = Object.keys(rewrites) as Rewrite[]
