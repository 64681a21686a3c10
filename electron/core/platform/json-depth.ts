/** Returns the maximum nesting depth of a JSON text without parsing it, so that the caller can reject the text first. */
export function jsonDepth(json: string): number {
  let depth = 0
  let deepest = 0
  let inString = false
  for (let at = 0; at < json.length; at += 1) {
    const char = json[at]
    if (inString) {
      if (char === '\\') at += 1
      else if (char === '"') inString = false
    } else if (char === '"') inString = true
    else if (char === '[' || char === '{') {
      depth += 1
      deepest = Math.max(deepest, depth)
    } else if (char === ']' || char === '}') depth -= 1
  }
  return deepest
}
