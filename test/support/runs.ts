/**
 * How often a property is tried. `npm test` takes a tenth of what `ci` says, `npm run test:hard` all of it and
 * `npm run test:soak` the number for a release, ten times that unless told.
 */
export function runs(ci: number, release = ci * 10): number {
  if (process.env.EFFORT === 'soak') return release
  return process.env.EFFORT === 'hard' ? ci : Math.ceil(ci / 10)
}
